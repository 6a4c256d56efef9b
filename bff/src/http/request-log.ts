import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** Gives each request its id (`X-Request-Id`, repeated as `traceId`) and logs it when it is answered: no body, no token. */
export const logRequests =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    const start = performance.now();
    ctx.state.traceId = randomBytes(8).toString('hex');
    ctx.set('X-Request-Id', ctx.state.traceId);
    await next();
    const took = Math.round(performance.now() - start);
    log.info({ traceId: ctx.state.traceId, method: ctx.method, path: ctx.path, status: ctx.status, took }, 'request');
  };
