import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { setupToken } from '#access/setup.ts';
import { createSettings } from '#config/settings.ts';
import { indexUnsearchable } from '#crud/search-index.ts';
import { connect } from '#database';
import { createEventStreams } from '#http/event-stream.ts';
import { hasten } from '#tasks/schedule.ts';
import { createApp, createCrud } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { isSeeded } from './readiness.ts';
import { startWorker, type Worker } from './worker/start-worker.ts';

// more than the ten seconds that a request may take
const drainFor = 12_000;

interface Listening {
  type: 'listening';
  url: string;
  /** Makes the first administrator, once, by `/register?setup=…`; only where there is none. */
  setup?: string;
}

function tellParent(message: Listening | { type: 'failed'; message: string }): void {
  if (process.send) process.send(message);
  else if (message.type === 'failed') console.log(message.message);
  else console.log(message.setup ? `${message.url}/register?setup=${message.setup}` : message.url);
}

async function main(config: Config): Promise<void> {
  const log = pino({ redact: ['token', 'password'] }, pino.destination({ dest: 1, sync: true }));
  const db = connect(config.databaseUrl);
  const settings = createSettings(db);
  const crud = createCrud(db, settings);
  let stopping = false;
  let worker: Worker | undefined;
  const isReady = async () => !stopping && (await isSeeded(crud.db));
  const streams = createEventStreams();
  const own = { host: config.host, port: config.port };
  const server = createServer(createApp({ config, crud, settings, log, isReady, own, streams }).callback());

  const stop = () => {
    if (stopping) return;
    stopping = true;
    streams.end();
    // idle connections close at once, busy ones when their answer is out, the rest after the drain's end
    server.keepAliveTimeout = 1;
    const late = pause(drainFor, undefined, { ref: false });
    void late.then(() => server.closeAllConnections());
    const closed = new Promise((resolve) => server.close(resolve));
    void Promise.all([closed, Promise.race([worker?.stop(), late])])
      .then(() => db.destroy())
      .then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);

  await indexUnsearchable(crud);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(config.port, config.host, resolve));
  // a TCP server's address is never a string
  const { port } = server.address() as AddressInfo;
  own.port = port;
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  if (config.worker && !stopping) worker = startWorker({ ...config, url, log });
  // what is kept for a shorter time from now on goes from now on
  settings.onChange(() => {
    hasten(db, 'retention').catch((error: Error) => log.warn({ reason: error.message }, 'retention not hastened'));
  });
  const setup = await setupToken(db);
  tellParent({ type: 'listening', url, ...(setup && { setup }) });
}

try {
  await main(readConfig(process.env));
} catch (error) {
  tellParent({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
