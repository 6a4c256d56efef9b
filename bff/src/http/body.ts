import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import readRaw from 'raw-body';
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
  if (!rawBody) throw new Problem('invalidRequest');
  inspect(body);
  return body;
}

const mebibyte = 2 ** 20;

/** The bytes of a body, up to 1 MiB; none, or another type, is `invalidRequest`. */
export async function readBytes(ctx: Context): Promise<Buffer> {
  if (!ctx.is('application/octet-stream')) throw new Problem('invalidRequest');
  try {
    return await readRaw(ctx.req, { length: ctx.request.length, limit: mebibyte });
  } catch (error) {
    // whatever is thrown, it may have this member
    throw new Problem((error as { status?: number }).status === 413 ? 'tooLarge' : 'invalidRequest');
  }
}

// far more than any operation takes: a schema's check of a list or of names takes the square of their number
const mostValues = 10_000;
const deepest = 20;

/** Throws where a body holds too many values, too deep ones, or half of a surrogate pair, which no UTF-8 can write. */
function inspect(body: unknown): void {
  const waiting = [{ value: body, depth: 0 }];
  for (let seen = 0; ; seen++) {
    const next = waiting.pop();
    if (!next) return;
    if (seen + waiting.length > mostValues || next.depth > deepest) throw new Problem('tooLarge');
    const { value } = next;
    if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw new Problem('invalidRequest');
    if (typeof value !== 'object' || value === null) continue;
    const names = Array.isArray(value) ? [] : Object.keys(value);
    for (const inner of [...names, ...Object.values(value)]) waiting.push({ value: inner, depth: next.depth + 1 });
  }
}
