import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import { collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client';
import type { Database } from '#database';
import { databaseGauges, readFigures } from './database-metrics.ts';

interface Metrics {
  /** Stands before all that is to be counted. */
  count: Middleware;
  /** Answers `GET /metrics` in Prometheus' text form. */
  serve: Middleware;
}

/** How old what the database says may be, in milliseconds: whoever asks more often costs it nothing. */
const CACHE_MS = 5000;

// those of the process are the same for all who serve in it
let isCollecting = false;

/** A database that is slow to answer holds nobody up who asks for the rest; it has its answer for the next one. */
const WAIT_MS = 2000;

interface MetricsDeps {
  db: Database;
  /** Connections of this process by what they are for. */
  pools(): Record<string, Database>;
  token: string | undefined;
  onError(error: unknown): void;
}

export function createMetrics({ db, pools, token, onError }: MetricsDeps): Metrics {
  if (!isCollecting) collectDefaultMetrics({ eventLoopMonitoringPrecision: 100 });
  isCollecting = true;
  const registry = new Registry();
  const count = countRequests(registry);
  const setFigures = databaseGauges(registry);
  gaugePools(registry, pools);
  const mayRead = createAccessCheck(token);

  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const withoutFigures = (error: unknown) => {
    onError(error);
    return undefined;
  };
  const refresh = async () => {
    if (performance.now() - readAt < CACHE_MS) return;
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

/** Counts requests and how long they take until their answer begins, by operation of the contract. */
function countRequests(registry: Registry): Middleware {
  const durations = new Histogram({
    name: 'gazetteer_http_request_duration_seconds',
    help: 'Requests by operation, method and class of status, and how long they took.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return async (ctx, next) => {
    const end = durations.startTimer();
    try {
      await next();
    } finally {
      // set by the mount; whatever else is asked for counts as one, so that nobody makes labels by asking
      const operation: string = ctx.state.operation ?? 'other';
      const method = operation === 'other' ? 'any' : ctx.method;
      end({ operation, method, status: `${Math.floor(ctx.status / 100)}xx` });
    }
  };
}

/** The part of Knex' pool that tells how full it is. */
interface Pool {
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

// Knex hands its client over untyped
const poolOf = (db: Database): Pool => db.client.pool;

/** name → what it says, and its value */
const POOL_GAUGES: Record<string, [help: string, value: (pool: Pool) => number]> = {
  database_connections_in_use: ['Connections that a request or a task has at the moment.', (pool) => pool.numUsed()],
  database_connections_idle: ['Open connections that nobody has.', (pool) => pool.numFree()],
  database_connections_max: ['Most connections of the pool, DATABASE_POOL_SIZE.', (pool) => pool.max],
  database_connections_waiting: ['Those who wait for a connection.', (pool) => pool.numPendingAcquires()],
};

/** Gauges of this process's own connections, as they are when somebody asks. */
function gaugePools(registry: Registry, pools: () => Record<string, Database>): void {
  for (const [name, [help, value]] of Object.entries(POOL_GAUGES))
    new Gauge({
      name: `gazetteer_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [pool, db] of Object.entries(pools())) this.set({ pool }, value(poolOf(db)));
      },
    });
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

// what proxies add: a caller behind one on this machine is not of this machine
const PROXY_HEADERS = ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request comes from this very machine, or bears the token where there is one. */
export function createAccessCheck(token: string | undefined): (ctx: Context) => boolean {
  const expected = token ? digest(`Bearer ${token}`) : undefined;
  return (ctx) => {
    if (expected && timingSafeEqual(digest(ctx.get('Authorization')), expected)) return true;
    const { remoteAddress = '' } = ctx.req.socket;
    return (
      PROXY_HEADERS.every((mark) => !ctx.get(mark)) &&
      remoteAddress !== '' &&
      LOOPBACK.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
    );
  };
}
