import type { Middleware } from 'koa';

export type Health = () => Promise<boolean>;

/** `/healthz`: the process answers. `/readyz`: the database is migrated and seeded, and no shutdown has begun. */
export const health =
  (isReady: Health): Middleware =>
  async (ctx, next) => {
    if (ctx.path === '/healthz') ctx.body = 'ok';
    else if (ctx.path === '/readyz') {
      const ready = await isReady().catch(() => false);
      ctx.status = ready ? 200 : 503;
      ctx.body = ready ? 'ready' : 'not ready';
    } else await next();
  };
