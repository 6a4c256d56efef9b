import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import { Problem } from './problem.ts';

const parser = bodyParser({
  enableTypes: ['json'],
  jsonLimit: '1mb',
  jsonStrict: false,
  onError: (error) => {
    throw new Problem('status' in error && error.status === 413 ? 'tooLarge' : 'invalidRequest');
  },
});

/** The JSON body of up to 1 MiB; no body, or anything else, is `invalidRequest`. */
export async function readJson(ctx: Context): Promise<unknown> {
  if (!ctx.is('json')) throw new Problem('invalidRequest');
  await parser(ctx, async () => undefined);
  const { rawBody, body } = ctx.request;
  if (!rawBody || !isUnicode(body)) throw new Problem('invalidRequest');
  return body;
}

/** False where some text holds half of a surrogate pair, which `\ud83d` can write but no UTF-8 can. */
function isUnicode(value: unknown): boolean {
  if (typeof value === 'string') return !/\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every((entry) => entry.every(isUnicode));
}
