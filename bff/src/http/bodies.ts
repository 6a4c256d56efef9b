import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Context } from 'koa';
import type { FileAnswer } from './operation-types.ts';
import { Problem } from './problem.ts';

const MAX_BODY_BYTES = 2 ** 20;

/** The JSON body of up to 1 MiB; no body, or anything else, is `invalidRequest`. */
export async function readJson(ctx: Context): Promise<unknown> {
  if (!ctx.is('json')) throw new Problem('invalidRequest');
  const body = parseJson(await readAll(decompress(ctx.req)));
  assertSafeJson(body);
  return body;
}

/**
 * The bytes of a body, up to 1 MiB; none, or another type, is `invalidRequest`. Throws `requestTimeout` where fewer than
 * `STALL_BYTES` come in `stallMs`.
 */
export async function readBytes(ctx: Context, stallMs: number): Promise<Buffer> {
  if (!ctx.is('application/octet-stream')) throw new Problem('invalidRequest');
  return withStallLimit(ctx.req, readAll(ctx.req), stallMs);
}

// a sixth of what the minute for a whole part asks for
const STALL_BYTES = 16 * 1024;

async function withStallLimit<T>({ socket }: IncomingMessage, reading: Promise<T>, stallMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    let before = socket.bytesRead;
    timer = setInterval(() => {
      if (socket.bytesRead - before < STALL_BYTES) reject(new Problem('requestTimeout'));
      before = socket.bytesRead;
    }, stallMs);
  });
  try {
    return await Promise.race([reading, stalled]);
  } finally {
    clearInterval(timer);
  }
}

function decompress(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return request;
  if (!['gzip', 'deflate', 'br'].includes(encoding)) throw new Problem('invalidRequest');
  const unpacking = encoding === 'br' ? createBrotliDecompress() : createUnzip();
  request.once('error', (error) => unpacking.destroy(error));
  return request.pipe(unpacking);
}

/** All of it, where it is no more than 1 MiB. A request that is not read to its end stays open for its answer. */
async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) throw new Problem('tooLarge');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('invalidRequest');
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder();

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Problem('invalidRequest');
  }
}

// far more than any operation takes: a schema's check of a list or of names takes the square of their number
const MAX_VALUES = 10_000;

/** Throws where a body holds too many values, too deep ones, or half of a surrogate pair, which no UTF-8 can write. */
function assertSafeJson(body: unknown): void {
  const waiting = [{ value: body, depth: 0 }];
  for (let seen = 0; ; seen++) {
    const next = waiting.pop();
    if (!next) return;
    if (seen + waiting.length > MAX_VALUES || next.depth > MAX_JSON_DEPTH) throw new Problem('tooLarge');
    const { value } = next;
    if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw new Problem('invalidRequest');
    if (typeof value !== 'object' || value === null) continue;
    const names = Array.isArray(value) ? [] : Object.keys(value);
    // whoever copies it member by member would give the copy another prototype
    if (names.includes('__proto__')) throw new Problem('invalidRequest');
    for (const inner of [...names, ...Object.values(value)]) waiting.push({ value: inner, depth: next.depth + 1 });
  }
}

/** Levels of lists and objects within one another, in whatever comes from outside: what is deeper overflows the stack of whoever walks it. */
export const MAX_JSON_DEPTH = 20;

/** Whether a value of JSON has more levels than it may. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_JSON_DEPTH && level.length > 0; depth++)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return level.length > 0;
}

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
