import type { Load } from './plan.ts';
import { runLoad } from './run-load.ts';

// The load generator is a separate process, so that its work counts neither for the service nor for the measuring process.
process.on('message', (load: Load) => {
  runLoad(load).then(
    (outcome) => process.send?.({ outcome }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
