import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Context } from 'koa';
import type { FileResponse } from './operation-types.ts';
import { Problem } from './problem.ts';

const MAX_BODY_BYTES = 2 ** 20;

/** Reads a JSON body of up to 1 MiB. @throws Problem `invalidRequest` for a missing or invalid body */
export async function readJson(ctx: Context): Promise<unknown> {
  if (!ctx.is('json')) throw new Problem('invalidRequest');
  const body = parseJson(await readAll(decompress(ctx.req)));
  assertSafeJson(body);
  return body;
}

/**
 * Reads a binary body of up to 1 MiB. @throws Problem `invalidRequest` for a missing body or another type, `requestTimeout` if fewer than
 * `STALL_BYTES` arrive in `stallMs`
 */
export async function readBytes(ctx: Context, stallMs: number): Promise<Buffer> {
  if (!ctx.is('application/octet-stream')) throw new Problem('invalidRequest');
  return withStallLimit(ctx.req, readAll(ctx.req), stallMs);
}

// about a tenth of the rate that a whole part needs to arrive within its minute
const STALL_BYTES = 16 * 1024;

async function withStallLimit<T>({ socket }: IncomingMessage, reading: Promise<T>, stallMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stallError = new Promise<never>((_, reject) => {
    let bytesBefore = socket.bytesRead;
    timer = setInterval(() => {
      if (socket.bytesRead - bytesBefore < STALL_BYTES) reject(new Problem('requestTimeout'));
      bytesBefore = socket.bytesRead;
    }, stallMs);
  });
  try {
    return await Promise.race([reading, stallError]);
  } finally {
    clearInterval(timer);
  }
}

function decompress(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return request;
  if (!['gzip', 'deflate', 'br'].includes(encoding)) throw new Problem('invalidRequest');
  const decompressed = encoding === 'br' ? createBrotliDecompress() : createUnzip();
  request.once('error', (error) => decompressed.destroy(error));
  return request.pipe(decompressed);
}

/** Reads a stream of up to 1 MiB. A request that is not read to its end stays open for the response. */
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

const decoder = new TextDecoder();

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new Problem('invalidRequest');
  }
}

// far more than any operation needs, as validating a list may take quadratic time
const MAX_VALUES = 10_000;

/** @throws Problem if a body has too many values, is nested too deeply, or contains a lone surrogate, which UTF-8 cannot encode */
function assertSafeJson(body: unknown): void {
  const pending = [{ value: body, depth: 0 }];
  for (let visited = 0; ; visited++) {
    const next = pending.pop();
    if (!next) return;
    if (visited + pending.length > MAX_VALUES || next.depth > MAX_JSON_DEPTH) throw new Problem('tooLarge');
    const { value } = next;
    if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw new Problem('invalidRequest');
    if (typeof value !== 'object' || value === null) continue;
    const names = Array.isArray(value) ? [] : Object.keys(value);
    // copying this member would change the prototype of the copy
    if (names.includes('__proto__')) throw new Problem('invalidRequest');
    for (const member of [...names, ...Object.values(value)]) pending.push({ value: member, depth: next.depth + 1 });
  }
}

/** The maximum depth of JSON from outside, as recursive functions would overflow the stack for deeper values. */
export const MAX_JSON_DEPTH = 20;

/** Whether a JSON value exceeds the maximum depth. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_JSON_DEPTH && level.length > 0; depth++)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return level.length > 0;
}

/** Sends a value as JSON. Koa could do this as well, but would load all of `fetch` to check whether the value is a `Response`. */
export function sendJson(ctx: Context, value: object): void {
  ctx.type = 'json';
  ctx.body = JSON.stringify(value);
}

/** Streams a file as a download; an error after the first byte aborts the connection. */
export function sendFile(ctx: Context, { stream, type, filename, headers = {} }: FileResponse<number, string>): void {
  ctx.attachment(filename);
  ctx.set(headers);
  ctx.type = type;
  ctx.set('Cache-Control', 'no-store');
  // the compression middleware does not forward errors
  stream.once('error', (error) => ctx.res.destroy(error));
  ctx.body = stream;
}

/** Reads the first item ahead, so that its errors still get a regular response. */
export async function prefetchFirst<T>(items: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await items.next();
  return prepend(first, items);
}

async function* prepend<T>(first: IteratorResult<T>, items: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* items;
}
