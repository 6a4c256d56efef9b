import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { connect } from '#database';
import { createImportProcesses } from '#imports/process/import-processes.ts';
import { readWorkerConfig, type WorkerConfig } from '../config.ts';
import { isSeeded } from '../readiness.ts';
import { startWorker, type Worker } from './start-worker.ts';

// longer than what is in hand takes to be handed back
const drainFor = 12_000;

const log = pino({ redact: ['token', 'password'] }, pino.destination({ dest: 1, sync: true }));

const tellParent = (message: { type: 'working' } | { type: 'failed'; message: string }) => process.send?.(message);

/** Resolves when the database is migrated and seeded; one that is not, or is gone, is told once and waited for. */
async function ready({ databaseUrl }: WorkerConfig, stop: AbortSignal): Promise<void> {
  const db = connect(databaseUrl, 1);
  let told = false;
  for (;;) {
    const state = await isSeeded(db).catch((error: Error) => error);
    if (state === true || stop.aborted) break;
    if (!told) log.warn({ reason: state ? state.message : 'it is not set up yet' }, 'waiting for the database');
    told = true;
    await pause(1000, undefined, { signal: stop }).catch(() => undefined);
  }
  await db.destroy();
}

async function main(config: WorkerConfig): Promise<void> {
  const stopping = new AbortController();
  let worker: Worker | undefined;
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    const late = pause(drainFor, undefined, { ref: false });
    void Promise.race([worker?.stop(), late]).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);
  // no timer of the rounds keeps the process, nor does a database that is gone
  setInterval(() => undefined, 2 ** 30);
  await ready(config, stopping.signal);
  if (stopping.signal.aborted) return;
  const importProcesses = createImportProcesses({ databaseUrl: config.databaseUrl, log });
  worker = startWorker({ ...config, log, importProcesses });
  log.info('worker at work');
  tellParent({ type: 'working' });
}

try {
  await main(readWorkerConfig(process.env));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (!tellParent({ type: 'failed', message })) console.log(message);
  process.exit(1);
}
