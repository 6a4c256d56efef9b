import { pino } from 'pino';
import { readConfig } from './config.ts';
import { type ListenResult, startService } from './service.ts';

// Koa checks whether a streamed body is a `Response` of fetch, and Node loads all of fetch when that class is first accessed, which
// takes time at the start and some MiB. As nothing here uses fetch, an empty class suffices.
Object.defineProperty(globalThis, 'Response', { value: class Response {}, configurable: true, writable: true });

type ParentMessage = ({ type: 'listening' } & ListenResult) | { type: 'failed'; message: string };

function notifyParent(message: ParentMessage): void {
  if (process.send) process.send(message);
  else if (message.type === 'failed') console.log(message.message);
  else console.log(message.setup ? `${message.url}/register?setup=${message.setup}` : message.url);
}

async function main(): Promise<void> {
  const log = pino({ redact: ['token', 'password'] }, pino.destination({ dest: 1, sync: true }));
  const config = readConfig(process.env);
  const service = startService(config, log);
  const stop = (drainMs = 0) => void service.stop(drainMs).then(() => process.exit(0));
  // draining is only needed for a proxy, not for a terminal or a parent process
  process
    .on('SIGTERM', () => stop(config.drainMs))
    .on('SIGINT', () => stop())
    .on('disconnect', () => stop());
  notifyParent({ type: 'listening', ...(await service.listening) });
}

try {
  await main();
} catch (error) {
  notifyParent({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
