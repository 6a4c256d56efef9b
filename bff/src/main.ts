import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { setupToken } from '#access/setup.ts';
import { createSettings } from '#config/settings.ts';
import { indexUnsearchable } from '#crud/search-index.ts';
import { connect } from '#database';
import { startRetention } from '#logs/retention.ts';
import { startRounds } from '#mail/rounds.ts';
import { chooseTransport } from '#mail/transport.ts';
import { createApp, createCrud } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createMail, type MailOptions } from './create-mail.ts';
import { isSeeded } from './readiness.ts';

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

/** Carries letters from now on; the function stops it. */
function startMail(config: Config, options: Omit<MailOptions, 'transport'>): () => Promise<void> {
  const transport = chooseTransport(config);
  if (transport) return startRounds(createMail({ ...options, transport }), options.log);
  options.log.warn('Neither SMTP_URL nor MAIL_DIR is set: letters wait in the outbox.');
  return async () => undefined;
}

async function main(config: Config): Promise<void> {
  const log = pino({ redact: ['token', 'password'] }, pino.destination({ dest: 1, sync: true }));
  const db = connect(config.databaseUrl);
  const settings = createSettings(db);
  const crud = createCrud(db, settings);
  let stopping = false;
  let stopMail = async () => {};
  let stopRetention = async () => {};
  const isReady = async () => !stopping && (await isSeeded(crud.db));
  const server = createServer(createApp({ config, crud, settings, log, isReady }).callback());

  const stop = () => {
    if (stopping) return;
    stopping = true;
    // idle connections close at once, busy ones when their answer is out, the rest after the drain's end
    server.keepAliveTimeout = 1;
    const late = pause(drainFor, undefined, { ref: false });
    void late.then(() => server.closeAllConnections());
    const closed = new Promise((resolve) => server.close(resolve));
    void Promise.all([closed, Promise.race([Promise.all([stopMail(), stopRetention()]), late])])
      .then(() => db.destroy())
      .then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);

  await indexUnsearchable(crud);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(config.port, config.host, resolve));
  // a TCP server's address is never a string
  const { port } = server.address() as AddressInfo;
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  stopMail = startMail(config, { db, settings, url, log });
  stopRetention = startRetention({ db, settings, log });
  const setup = await setupToken(db);
  tellParent({ type: 'listening', url, ...(setup && { setup }) });
}

try {
  await main(readConfig(process.env));
} catch (error) {
  tellParent({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
