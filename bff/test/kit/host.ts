import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/service.ts';

/** What its parent sends: the environment of a service to start, or that the last one stops. */
type Order = { start: NodeJS.ProcessEnv } | { stop: true };

// Serves one service after another: each is new, the programs that they run are loaded and compiled once.
const log = pino({ level: 'warn' });
let service: Service | undefined;

async function start(env: NodeJS.ProcessEnv) {
  service = startService(readConfig({ ...process.env, ...env }), log);
  return service.listening;
}

async function stop() {
  await service?.stop();
  service = undefined;
  return {};
}

process.on('message', (order: Order) => {
  const done = 'start' in order ? start(order.start) : stop();
  done.then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ message: error.message }),
  );
});
process.on('disconnect', () => process.exit());
