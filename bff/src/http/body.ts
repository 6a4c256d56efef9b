import { bodyParser } from '@koa/bodyparser';
import type { Middleware } from 'koa';
import { Problem } from './problem.ts';

const parser = bodyParser({
  enableTypes: ['json'],
  jsonLimit: '1mb',
  jsonStrict: false,
  onError: (error) => {
    throw new Problem('status' in error && error.status === 413 ? 'tooLarge' : 'invalidRequest');
  },
});

/** Reads a JSON body of up to 1 MiB; anything else that has a body is `invalidRequest`. */
export const jsonBody: Middleware = async (ctx, next) => {
  const hasBody = Number(ctx.get('Content-Length') || 0) > 0 || ctx.get('Transfer-Encoding') !== '';
  if (hasBody && !ctx.is('json')) throw new Problem('invalidRequest');
  await parser(ctx, next);
};
