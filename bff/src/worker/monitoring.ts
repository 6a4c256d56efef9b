import Koa from 'koa';
import type { Logger } from 'pino';
import { connect, type Database } from '#database';
import { logAbortedResponse, logUnexpectedErrors } from '#http/errors.ts';
import { listen } from '#http/listen.ts';
import { cacheHeaders, health, logRequests, type Readiness } from '#http/middleware.ts';
import { createDrainableServer, TIME_LIMITS } from '#http/time-limits.ts';
import { createMetrics } from '#metrics/metrics.ts';
import packageFile from '../../package.json' with { type: 'json' };
import type { WorkerConfig } from '../config.ts';
import { createReadinessCheck } from '../readiness.ts';

interface MonitoringOptions {
  config: Pick<WorkerConfig, 'databaseUrl'> & { monitoring: NonNullable<WorkerConfig['monitoring']> };
  log: Logger;
  /** The connection pool of the worker, once it has started. */
  workerPool(): Database | undefined;
  isStopping(): boolean;
}

/** Serves `/healthz`, `/readyz` and `/metrics` of a separate worker process as long as it lives, and returns the URL. */
export async function startMonitoring({ config, log, workerPool, isStopping }: MonitoringOptions): Promise<string> {
  const { databaseUrl, monitoring } = config;
  const pools = (): Record<string, Database> => {
    const worker = workerPool();
    return worker ? { worker } : {};
  };
  const database = createReadinessCheck(databaseUrl, () => Object.values(pools()));
  const readiness = async (): Promise<Readiness> => {
    if (isStopping()) return { isReady: false, text: 'It is shutting down.' };
    const checked = await database.check();
    return checked.isReady && !workerPool() ? { isReady: false, text: 'It is starting.' } : checked;
  };
  const metrics = createMetrics({
    // a pool of its own, so that a scrape never waits for tasks
    db: connect(databaseUrl, 1, TIME_LIMITS.answerMs),
    pools,
    token: monitoring.token,
    version: packageFile.version,
    onError: logUnexpectedErrors(log, 'metrics could not be read'),
  });
  const app = new Koa();
  app.on('error', logAbortedResponse(log));
  app.use(logRequests(log));
  app.use(cacheHeaders());
  app.use(health(readiness, logUnexpectedErrors(log, 'readiness could not be determined')));
  app.use(metrics.serve);
  const { server } = createDrainableServer(app.callback());
  return (await listen(server, monitoring, 'METRICS_PORT')).url;
}
