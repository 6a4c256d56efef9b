import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import serve from 'koa-static';

const year = 365 * 24 * 3600 * 1000;

/** What is no file's name, such as `//country` or `/%`, names a page: the router says whether there is one. */
const isFileName = (path: string): boolean => /^(\/[\w@-][\w.@-]*)+$/.test(path);

/** The built ui: hashed files for ever, everything else the one page, whose router knows the paths. */
export function serveUi(folder: string): Middleware {
  const files = serve(folder, {
    index: false,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/');
      response.setHeader('Cache-Control', hashed ? `public, max-age=${year / 1000}, immutable` : 'no-cache');
    },
  });
  const page: Middleware = async (ctx, next) => {
    const wantsPage =
      ['GET', 'HEAD'].includes(ctx.method) && !/^\/(dc|assets)(\/|$)/.test(ctx.path) && ctx.accepts('html');
    if (!wantsPage) return next();
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = createReadStream(join(folder, 'index.html'));
  };
  return (ctx, next) => (isFileName(ctx.path) ? files(ctx, () => page(ctx, next)) : page(ctx, next));
}
