import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/service.ts';

/** Sent by the parent process: the environment of a service to start, or the order to stop the current one. */
type HostMessage = { start: NodeJS.ProcessEnv } | { stop: true };

// Runs one service after another in the same process, so that modules are loaded and compiled only once.
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

process.on('message', (order: HostMessage) => {
  const completion = 'start' in order ? start(order.start) : stop();
  completion.then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ message: error.message }),
  );
});
process.on('disconnect', () => process.exit());
