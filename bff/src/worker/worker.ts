import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connect, createSecretCodec } from '#database';
import { createImportProcesses } from '#imports/process/import-processes.ts';
import { startTracing } from '#tracing';
import packageFile from '../../package.json' with { type: 'json' };
import { readWorkerConfig, type WorkerConfig } from '../config.ts';
import { createLog, DEFAULT_LOG, reportStart } from '../log.ts';
import { createReadinessCheck } from '../readiness.ts';
import { startWorker, type Worker } from './start-worker.ts';

// longer than releasing claimed items takes, except for a lane whose receiver answers late (30 s at most): its lease runs out instead
const MAX_STOP_MS = 12_000;

const notifyParent = (message: { type: 'working' } | { type: 'failed'; message: string }) => process.send?.(message);

/**
 * Waits until the database suits this version, and logs each new reason why it does not. Rejects if the secrets cannot be read.
 */
async function waitUntilReady(
  { databaseUrl, secretsKeys }: WorkerConfig,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  const database = createReadinessCheck(databaseUrl);
  let lastReason: string | undefined;
  while (!stop.aborted) {
    const { isReady, text, error } = await database.check();
    const reason = error ? `${text} ${error.message}` : text;
    if (isReady) {
      if (text !== 'ready') log.warn({ reason }, 'database of a later version');
      break;
    }
    if (reason !== lastReason) log.warn({ reason }, 'waiting for the database');
    lastReason = reason;
    await pause(1000, undefined, { signal: stop }).catch(() => undefined);
  }
  await database.close();
  if (!stop.aborted) await checkSecrets(databaseUrl, secretsKeys);
}

async function checkSecrets(databaseUrl: string, secretsKeys: string[]): Promise<void> {
  const db = connect(databaseUrl, 1);
  try {
    await createSecretCodec(secretsKeys).check(db);
  } finally {
    await db.destroy();
  }
}

async function main(config: WorkerConfig, log: Logger): Promise<void> {
  const stopping = new AbortController();
  let worker: Worker | undefined;
  const stopTracing = await startTracing(config, { name: 'gazetteer-worker', version: packageFile.version });
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    const timeout = pause(MAX_STOP_MS, undefined, { ref: false });
    void Promise.race([worker?.stop(), timeout])
      .then(stopTracing)
      .then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);
  // keeps the process alive, as neither the timers of the rounds nor an unavailable database do
  setInterval(() => undefined, 2 ** 30);
  const { monitoring } = config;
  if (monitoring) {
    // only a worker that is asked for its metrics loads what serves them
    const { startMonitoring } = await import('./monitoring.ts');
    const metrics = await startMonitoring({
      config: { ...config, monitoring },
      log,
      workerPool: () => worker?.db,
      isStopping: () => stopping.signal.aborted,
    });
    log.info({ metrics }, 'worker monitored');
  }
  await waitUntilReady(config, log, stopping.signal);
  if (stopping.signal.aborted) return;
  const importProcesses = createImportProcesses({ databaseUrl: config.databaseUrl, log });
  worker = startWorker({ ...config, log, importProcesses });
  log.info('worker started');
  notifyParent({ type: 'working' });
}

let logConfig = DEFAULT_LOG;
try {
  const config = readWorkerConfig(process.env);
  logConfig = config;
  await main(config, createLog(config));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (!notifyParent({ type: 'failed', message }))
    reportStart(logConfig, message, (log) => log.fatal({ reason: message }, 'worker could not start'));
  process.exit(1);
}
