import type { Context } from 'koa';
import type { FileAnswer } from './operation-types.ts';

/** Answers a value as JSON. Koa would do it too, but loads all of `fetch` to see whether the value is one of its answers. */
export function sendJson(ctx: Context, value: object): void {
  ctx.type = 'json';
  ctx.body = JSON.stringify(value);
}

/** Streams a file to be saved under its name; what fails after the first byte breaks the connection off. */
export function sendFile(ctx: Context, { stream, type, filename }: FileAnswer<number, string>): void {
  ctx.attachment(filename);
  ctx.type = type;
  ctx.set('Cache-Control', 'no-store');
  // the compression between this and the socket passes no error on
  stream.once('error', (error) => ctx.res.destroy(error));
  ctx.body = stream;
}

/** The same items, the first of them read already: its errors can still be answered. */
export async function prefetchFirst<T>(items: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await items.next();
  return prepend(first, items);
}

async function* prepend<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
