import type { Middleware } from 'koa';

/**
 * What no cache may answer to anybody else, or without asking again; what answers a write may hold a token or a secret, and is kept
 * nowhere. Files, streams and the ui say more by themselves.
 */
export const cacheHeaders = (): Middleware => (ctx, next) => {
  const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
  ctx.set('Cache-Control', reads ? 'private, no-cache' : 'no-store');
  if (ctx.path.startsWith('/dc/')) ctx.vary(['Authorization', 'Accept-Language', 'Accept-Encoding']);
  return next();
};
