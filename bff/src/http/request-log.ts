import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** Gives each request its id (`X-Request-Id`, repeated as `traceId`) and logs it when it is answered: no body, no token. */
export const logRequests =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    const start = performance.now();
    ctx.state.traceId = newId();
    ctx.set('X-Request-Id', ctx.state.traceId);
    await next();
    const took = Math.round(performance.now() - start);
    log.info({ traceId: ctx.state.traceId, method: ctx.method, path: ctx.path, status: ctx.status, took }, 'request');
  };

/** 64 random bits: Node draws those of many UUIDs at once. */
function newId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}
