import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { issueSetupToken } from '#access/registration.ts';
import { createSettings } from '#config/settings.ts';
import { countMissingSearchTexts, indexMissingSearchTexts } from '#crud/list/search-index.ts';
import type { CrudContext } from '#crud/model.ts';
import { connect, createSecretCodec, type Database } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { logUnexpectedErrors } from '#http/errors.ts';
import { createEventStreams } from '#http/event-stream.ts';
import { listen as listenOn } from '#http/listen.ts';
import { createDrainableServer, TIME_LIMITS } from '#http/time-limits.ts';
import { createImportProcesses } from '#imports/process/import-processes.ts';
import { type AddressAnnouncement, announceListenAddresses } from '#sync/push/listen-addresses.ts';
import { enqueue, runNow } from '#tasks/queue.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { createCrudContext } from './create-crud.ts';
import { createReadinessCheck } from './readiness.ts';
import { startWorker, type Worker } from './worker/start-worker.ts';

// longer than the ten seconds of a request
const MAX_DRAIN_MS = 12_000;

/** Enough for the seeds; indexing takes about a second. */
const MAX_INDEXED_AT_START = 3000;

export interface ListenResult {
  url: string;
  /** The token for `/register?setup=…`, which creates the first administrator; only if there is none. */
  setup?: string;
}

export interface Service {
  /** Rejects if the service cannot start. */
  listening: Promise<ListenResult>;
  /**
   * Finishes running requests, then releases all resources. The service first keeps listening for `drainMs`, but reports that it is not
   * ready, until load balancers have noticed; a second call without `drainMs` ends that time.
   */
  stop(drainMs?: number): Promise<void>;
}

/**
 * Indexes records without a search text if they are few, so that search works at once in a new installation. Returns the entities that
 * are left to a task.
 */
async function indexFewRecords(crud: CrudContext, log: Logger): Promise<EntityKey[]> {
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

/** Starts the service with the worker inside it. The caller has to stop it even if it could not listen. */
export function startService(config: Config, log: Logger): Service {
  // statements need not run longer than a request
  const db = connect(config.databaseUrl, config.databasePoolSize, TIME_LIMITS.answerMs);
  const settings = createSettings(db);
  const crud = createCrudContext(db, settings);
  const secrets = createSecretCodec(config.secretsKeys);
  let stopPromise: Promise<void> | undefined;
  let worker: Worker | undefined;
  let announcement: AddressAnnouncement | undefined;
  const readinessCheck = createReadinessCheck(config.databaseUrl, () => Object.values(pools()));
  const readiness = async () =>
    stopPromise ? { isReady: false, text: 'It is shutting down.' } : readinessCheck.check();
  const streams = createEventStreams(logUnexpectedErrors(log, 'event stream failed'));
  const importProcesses = createImportProcesses({ databaseUrl: config.databaseUrl, log });
  const pools = () => ({ requests: db, ...(worker && { worker: worker.db }) });
  const listenAddress = { host: config.host, port: config.port };
  const app = createApp({
    config,
    crud,
    settings,
    secrets,
    log,
    readiness,
    listenAddress,
    streams,
    importProcesses,
    pools,
  });
  const { server, beginDrain } = createDrainableServer(app.callback());
  const drainAbort = new AbortController();

  const retractAnnouncement = async () => {
    const error = await announcement?.stop().catch((error: Error) => error);
    // the announced address expires by itself
    if (error) log.warn({ reason: error.message }, 'the address of this service could not be removed');
  };

  const stop = async (drainMs: number) => {
    beginDrain();
    const workerStopped = worker?.stop();
    if (server.listening) await pause(drainMs, undefined, { signal: drainAbort.signal }).catch(() => undefined);
    streams.end();
    // idle connections close at once, busy ones after their response, the others after the timeout
    server.keepAliveTimeout = 1;
    const drainTimeout = pause(MAX_DRAIN_MS, undefined, { ref: false });
    void drainTimeout.then(() => server.closeAllConnections());
    const closed = new Promise((resolve) => server.close(resolve));
    await Promise.all([closed, Promise.race([Promise.all([workerStopped, retractAnnouncement()]), drainTimeout])]);
    importProcesses.stop();
    await Promise.all([db.destroy(), readinessCheck.close()]);
  };

  const listen = async (): Promise<ListenResult> => {
    const { isReady, text, error } = await readinessCheck.check();
    if (!isReady) throw new Error(text, { cause: error });
    if (text !== 'ready') log.warn(text);
    if (!(await secrets.check(db)))
      log.warn('secrets in the database are not encrypted: see “Encrypted secrets” in docs/deployment.md');
    const entitiesToIndex = await indexFewRecords(crud, log);
    const { port, url } = await listenOn(server, config);
    listenAddress.port = port;
    announcement = await announceListenAddresses(db, listenAddress, log);
    if (stopPromise) await retractAnnouncement();
    if (entitiesToIndex.length > 0) await queueIndexing(db, entitiesToIndex);
    if (config.worker && !stopPromise) worker = startWorker({ ...config, url, log, importProcesses });
    settings.onChange(() => {
      worker?.settingsChanged();
      // a shorter retention period takes effect at once
      runNow(db, 'retention').catch((error: Error) =>
        log.warn({ reason: error.message }, 'retention could not be run early'),
      );
    });
    const setup = await issueSetupToken(db);
    return { url, ...(setup && { setup }) };
  };

  return {
    listening: listen(),
    stop: (drainMs = 0) => {
      if (drainMs === 0) drainAbort.abort();
      stopPromise ??= stop(drainMs);
      return stopPromise;
    },
  };
}
