import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createSettings } from '#config/settings.ts';
import { indexUnsearchable } from '#crud/search-index.ts';
import { connect } from '#database';
import { createApp, createCrud } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { isSeeded } from './readiness.ts';

// more than the ten seconds that a request may take
const drainFor = 12_000;

function tellParent(message: { type: 'listening'; url: string } | { type: 'failed'; message: string }): void {
  if (process.send) process.send(message);
  else console.log(message.type === 'listening' ? message.url : message.message);
}

async function main(config: Config): Promise<void> {
  const log = pino({ redact: ['token', 'password'] }, pino.destination({ dest: 1, sync: true }));
  const db = connect(config.databaseUrl);
  const settings = createSettings(db);
  const crud = createCrud(db, settings);
  let stopping = false;
  const isReady = async () => !stopping && (await isSeeded(crud.db));
  const server = createServer(createApp({ config, crud, settings, log, isReady }).callback());

  const stop = () => {
    if (stopping) return;
    stopping = true;
    // idle connections close at once, busy ones when their answer is out, the rest after the drain's end
    server.keepAliveTimeout = 1;
    server.close(() => crud.db.destroy().then(() => process.exit(0)));
    setTimeout(() => server.closeAllConnections(), drainFor).unref();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);

  await indexUnsearchable(crud);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(config.port, config.host, resolve));
  // a TCP server's address is never a string
  const { port } = server.address() as AddressInfo;
  tellParent({
    type: 'listening',
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
  });
}

try {
  await main(readConfig(process.env));
} catch (error) {
  tellParent({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
