import type { Load } from './plan.ts';
import { putLoad } from './put-load.ts';

// a process of its own: what it does is no work of who is measured, nor of who measures
process.on('message', (load: Load) => {
  putLoad(load).then(
    (outcome) => process.send?.({ outcome }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
