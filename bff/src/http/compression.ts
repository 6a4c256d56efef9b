import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** Compresses answers worth it. Who accepts no encoding at all, not even none, gets the plain answer. */
export function compression(): Middleware {
  const compressed = compress();
  return (ctx, next) => {
    if (!ctx.acceptsEncodings('br', 'gzip', 'deflate', 'identity')) ctx.compress = false;
    return compressed(ctx, next);
  };
}
