import { pino } from 'pino';
import { readConfig } from './config.ts';
import { type Listening, startService } from './service.ts';

// Koa asks of each stream that it sends whether it is an answer of fetch, and Node loads all of fetch when that class is first named:
// a good part of a start, and some MiB. Nothing here fetches, so nothing is an instance of it.
Object.defineProperty(globalThis, 'Response', { value: class Response {}, configurable: true, writable: true });

type Message = ({ type: 'listening' } & Listening) | { type: 'failed'; message: string };

function tellParent(message: Message): void {
  if (process.send) process.send(message);
  else if (message.type === 'failed') console.log(message.message);
  else console.log(message.setup ? `${message.url}/register?setup=${message.setup}` : message.url);
}

async function main(): Promise<void> {
  const log = pino({ redact: ['token', 'password'] }, pino.destination({ dest: 1, sync: true }));
  const config = readConfig(process.env);
  const service = startService(config, log);
  const stop = (drainMs = 0) => void service.stop(drainMs).then(() => process.exit(0));
  // who stops it at a terminal, or went away, has no proxy that needs to notice
  process
    .on('SIGTERM', () => stop(config.drainMs))
    .on('SIGINT', () => stop())
    .on('disconnect', () => stop());
  tellParent({ type: 'listening', ...(await service.listening) });
}

try {
  await main();
} catch (error) {
  tellParent({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
