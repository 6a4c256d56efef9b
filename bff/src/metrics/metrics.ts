import { setTimeout as pause } from 'node:timers/promises';
import type { Middleware } from 'koa';
import { collectDefaultMetrics, Registry, register } from 'prom-client';
import type { Database } from '#database';
import { createAccess } from './access.ts';
import { readFigures } from './database-figures.ts';
import { databaseGauges } from './database-gauges.ts';
import { gaugePools } from './pool-gauges.ts';
import { countRequests } from './request-metrics.ts';

export interface Metrics {
  /** Stands before all that is to be counted. */
  count: Middleware;
  /** Answers `GET /metrics` in Prometheus' text form. */
  serve: Middleware;
}

/** How old what the database says may be, in milliseconds: whoever asks more often costs it nothing. */
const cachedFor = 5000;

// those of the process are the same for all who serve in it
let collecting = false;

/** A database that is slow to answer holds nobody up who asks for the rest; it has its answer for the next one. */
const WAIT_MS = 2000;

export interface MetricsDeps {
  db: Database;
  /** Connections of this process by what they are for. */
  pools(): Record<string, Database>;
  token: string | undefined;
  onError(error: unknown): void;
}

export function createMetrics({ db, pools, token, onError }: MetricsDeps): Metrics {
  if (!collecting) collectDefaultMetrics({ eventLoopMonitoringPrecision: 100 });
  collecting = true;
  const registry = new Registry();
  const count = countRequests(registry);
  const setFigures = databaseGauges(registry);
  gaugePools(registry, pools);
  const mayRead = createAccess(token);

  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const withoutFigures = (error: unknown) => {
    onError(error);
    return undefined;
  };
  const refresh = async () => {
    if (performance.now() - readAt < cachedFor) return;
    readAt = performance.now();
    setFigures(await readFigures(db).catch(withoutFigures));
  };
  const fresh = () => {
    reading ??= refresh().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return {
    count,
    serve: async (ctx, next) => {
      if (ctx.path !== '/metrics' || !['GET', 'HEAD'].includes(ctx.method)) return next();
      ctx.set('Cache-Control', 'no-store');
      if (!mayRead(ctx)) {
        ctx.status = 403;
        ctx.body = 'forbidden';
        return;
      }
      await Promise.race([fresh(), pause(WAIT_MS, undefined, { ref: false })]);
      ctx.set('Content-Type', registry.contentType);
      ctx.body = `${await register.metrics()}\n${await registry.metrics()}`;
    },
  };
}
