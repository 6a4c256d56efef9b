import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import { collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client';
import type { Database } from '#database';
import { databaseGauges, readFigures } from './database-metrics.ts';

/** The middleware for metrics. */
interface Metrics {
  /** Counts the requests of all later middleware. */
  count: Middleware;
  /** Serves `GET /metrics` in the text format of Prometheus. */
  serve: Middleware;
}

/** How old figures of the database may be, so that frequent scrapes cost it nothing. */
const CACHE_MS = 5000;

// process metrics are global, so they are registered only once
let isCollecting = false;

/** How long a scrape waits for the database; later figures are reported by the next scrape. */
const MAX_WAIT_MS = 2000;

interface MetricsDeps {
  db: Database;
  /** The connection pools of this process by purpose. */
  pools(): Record<string, Database>;
  token: string | undefined;
  /** The version of this package. */
  version: string;
  onError(error: unknown): void;
}

export function createMetrics({ db, pools, token, version, onError }: MetricsDeps): Metrics {
  if (!isCollecting) collectDefaultMetrics({ eventLoopMonitoringPrecision: 100 });
  isCollecting = true;
  const registry = new Registry();
  const count = countRequests(registry);
  const setFigures = databaseGauges(registry);
  gaugePools(registry, pools);
  gaugeBuild(registry, version);
  const canRead = createAccessCheck(token);

  let readTime = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;
  const toNoFigures = (error: unknown) => {
    onError(error);
    return undefined;
  };
  const refresh = async () => {
    if (performance.now() - readTime < CACHE_MS) return;
    readTime = performance.now();
    setFigures(await readFigures(db).catch(toNoFigures));
  };
  const refreshOnce = () => {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
  return {
    count,
    serve: async (ctx, next) => {
      if (ctx.path !== '/metrics' || !['GET', 'HEAD'].includes(ctx.method)) return next();
      ctx.set('Cache-Control', 'no-store');
      if (!canRead(ctx)) {
        ctx.status = 403;
        ctx.body = 'forbidden';
        return;
      }
      await Promise.race([refreshOnce(), pause(MAX_WAIT_MS, undefined, { ref: false })]);
      ctx.set('Content-Type', registry.contentType);
      ctx.body = `${await register.metrics()}\n${await registry.metrics()}`;
    },
  };
}

/** Measures the durations of requests until their response begins, by operation of the contract. */
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
      // set by the mount; all other requests share one label, so that clients cannot create labels
      const operation: string = ctx.state.operation ?? 'other';
      const method = operation === 'other' ? 'any' : ctx.method;
      end({ operation, method, status: `${Math.floor(ctx.status / 100)}xx` });
    }
  };
}

/** Exposes the running version as labels of a gauge that is always 1. */
function gaugeBuild(registry: Registry, version: string): void {
  const labelNames = ['version', 'node'];
  const help = 'The version of Gazetteer and of Node.js.';
  const build = new Gauge({ name: 'gazetteer_build_info', help, labelNames, registers: [registry] });
  build.set({ version, node: process.version }, 1);
}

/** The figures of Knex's pool. */
interface KnexPool {
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

// Knex does not type its client
const knexPoolOf = (db: Database): KnexPool => db.client.pool;

/** The help text and value of each gauge. */
const POOL_GAUGES: Record<string, [help: string, value: (pool: KnexPool) => number]> = {
  database_connections_in_use: ['Connections in use.', (pool) => pool.numUsed()],
  database_connections_idle: ['Open connections not in use.', (pool) => pool.numFree()],
  database_connections_max: ['Maximum size of the pool (DATABASE_POOL_SIZE).', (pool) => pool.max],
  database_connections_waiting: ['Requests and tasks waiting for a connection.', (pool) => pool.numPendingAcquires()],
};

/** Creates gauges for the connections of this process, which are read at each scrape. */
function gaugePools(registry: Registry, pools: () => Record<string, Database>): void {
  for (const [name, [help, value]] of Object.entries(POOL_GAUGES))
    new Gauge({
      name: `gazetteer_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [pool, db] of Object.entries(pools())) this.set({ pool }, value(knexPoolOf(db)));
      },
    });
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

// headers that proxies add: a client behind a local proxy is not local
const PROXY_HEADERS = ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Creates a check whether a request comes from this host or has the configured token. */
export function createAccessCheck(token: string | undefined): (ctx: Context) => boolean {
  const expected = token ? digest(`Bearer ${token}`) : undefined;
  return (ctx) => {
    if (expected && timingSafeEqual(digest(ctx.get('Authorization')), expected)) return true;
    const { remoteAddress = '' } = ctx.req.socket;
    return (
      PROXY_HEADERS.every((header) => !ctx.get(header)) &&
      remoteAddress !== '' &&
      LOOPBACK.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
    );
  };
}
