import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { issueSetupToken } from '#access/registration.ts';
import { createSettings } from '#config/settings.ts';
import type { Crud } from '#crud/model.ts';
import { countMissingSearchTexts, indexMissingSearchTexts } from '#crud/search-index.ts';
import { connect, createSecrets, type Database } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { logUnexpectedErrors } from '#http/errors.ts';
import { createEventStreams } from '#http/event-stream.ts';
import { createDrainableServer, TIME_LIMITS } from '#http/time-limits.ts';
import { createImportProcesses } from '#imports/process/import-processes.ts';
import { type Announcement, announce } from '#sync/push/listen-addresses.ts';
import { enqueue, runNow } from '#tasks/queue.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { createCrud } from './create-crud.ts';
import { createReadinessCheck } from './readiness.ts';
import { startWorker, type Worker } from './worker/start-worker.ts';

// more than the ten seconds that a request may take
const MAX_DRAIN_MS = 12_000;

/** The starter set and some more: a second's work. */
const MAX_INDEXED_AT_START = 3000;

export interface Listening {
  url: string;
  /** Makes the first administrator, once, by `/register?setup=…`; only where there is none. */
  setup?: string;
}

export interface Service {
  /** Rejects where it cannot start. */
  listening: Promise<Listening>;
  /**
   * Answers what it has been asked, then lets go of all that it holds. For so many milliseconds it goes on listening first, not
   * ready any more, until whoever sends requests has noticed; a second stop without them ends that time.
   */
  stop(drainMs?: number): Promise<void>;
}

/**
 * Indexes the records that have no search text where they are few, as in a new installation, whose people search at once. Answers
 * the kinds that are left to a task.
 */
async function indexFewRecords(crud: Crud, log: Logger): Promise<EntityKey[]> {
  const counts = await countMissingSearchTexts(crud);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total <= MAX_INDEXED_AT_START) {
    try {
      await indexMissingSearchTexts(crud);
      return [];
    } catch (error) {
      log.warn({ reason: String(error) }, 'records not indexed at the start, left to a task');
    }
  }
  return [...counts.keys()];
}

const queueIndexing = (db: Database, entities: EntityKey[]) =>
  enqueue(db, { kind: 'reindex', params: { entities, missing: true }, subject: 'reindex missing', by: 'system' });

/** Says what to set where nothing can listen. */
function describeListenError(error: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): Error {
  if (error.code !== 'EADDRINUSE')
    return new Error(`PORT ${port} of HOST ${host} cannot be listened on: ${error.message}.`);
  return new Error(`Port ${port} on ${host} is taken: set PORT to another one, or end what uses it.`);
}

/** The bff with the worker inside it. Whoever starts it stops it, also where it could not listen. */
export function startService(config: Config, log: Logger): Service {
  // what takes longer than a request may is nobody's any more
  const db = connect(config.databaseUrl, config.databasePoolSize, TIME_LIMITS.answerMs);
  const settings = createSettings(db);
  const crud = createCrud(db, settings);
  const secrets = createSecrets(config.secretsKeys);
  let stopped: Promise<void> | undefined;
  let worker: Worker | undefined;
  let announcement: Announcement | undefined;
  const database = createReadinessCheck(config.databaseUrl, () => Object.values(pools()));
  const readiness = async () => (stopped ? { isReady: false, text: 'It is shutting down.' } : database.check());
  const streams = createEventStreams(logUnexpectedErrors(log, 'event stream failed'));
  const importProcesses = createImportProcesses({ databaseUrl: config.databaseUrl, log });
  const pools = () => ({ requests: db, ...(worker && { worker: worker.db }) });
  const own = { host: config.host, port: config.port };
  const app = createApp({
    config,
    crud,
    settings,
    secrets,
    log,
    readiness,
    listenAddress: own,
    streams,
    importProcesses,
    pools,
  });
  const { server, beginDrain } = createDrainableServer(app.callback());
  const drainAbort = new AbortController();

  const retract = async () => {
    const failed = await announcement?.stop().catch((error: Error) => error);
    // what was written down expires by itself
    if (failed) log.warn({ reason: failed.message }, 'where this service listened is still written down');
  };

  const stop = async (drainMs: number) => {
    beginDrain();
    const workerStopped = worker?.stop();
    if (server.listening) await pause(drainMs, undefined, { signal: drainAbort.signal }).catch(() => undefined);
    streams.end();
    // idle connections close at once, busy ones when their answer is out, the rest after the drain's end
    server.keepAliveTimeout = 1;
    const late = pause(MAX_DRAIN_MS, undefined, { ref: false });
    void late.then(() => server.closeAllConnections());
    const closed = new Promise((resolve) => server.close(resolve));
    await Promise.all([closed, Promise.race([Promise.all([workerStopped, retract()]), late])]);
    importProcesses.stop();
    await Promise.all([db.destroy(), database.close()]);
  };

  const listen = async (): Promise<Listening> => {
    const { isReady, text, error } = await database.check();
    if (!isReady) throw new Error(text, { cause: error });
    if (text !== 'ready') log.warn(text);
    if (!(await secrets.check(db)))
      log.warn('secrets in the database are not encrypted: see “Encrypted secrets” in docs/deployment.md');
    const unsearchable = await indexFewRecords(crud, log);
    await new Promise<void>((resolve, reject) =>
      server
        .once('error', (error: NodeJS.ErrnoException) => reject(describeListenError(error, own)))
        .listen(config.port, config.host, resolve),
    );
    // a TCP server's address is never a string
    const { port } = server.address() as AddressInfo;
    own.port = port;
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    announcement = await announce(db, own, log);
    if (stopped) await retract();
    if (unsearchable.length > 0) await queueIndexing(db, unsearchable);
    if (config.worker && !stopped) worker = startWorker({ ...config, url, log, importProcesses });
    settings.onChange(() => {
      worker?.settingsChanged();
      // what is kept for a shorter time from now on goes from now on
      runNow(db, 'retention').catch((error: Error) => log.warn({ reason: error.message }, 'retention not hastened'));
    });
    const setup = await issueSetupToken(db);
    return { url, ...(setup && { setup }) };
  };

  return {
    listening: listen(),
    stop: (drainMs = 0) => {
      if (drainMs === 0) drainAbort.abort();
      stopped ??= stop(drainMs);
      return stopped;
    },
  };
}
