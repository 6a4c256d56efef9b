import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/service.ts';

/** A message from the parent process, which has the environment of a service to start, or stops the current service. */
type HostMessage = { start: NodeJS.ProcessEnv } | { stop: true };

// This process runs one service after another, so that modules are loaded and compiled only once.
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

process.on('message', (message: HostMessage) => {
  const completion = 'start' in message ? start(message.start) : stop();
  completion.then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ message: error.message }),
  );
});
process.on('disconnect', () => process.exit());
