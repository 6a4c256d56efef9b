import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { faultOf, portOf } from '#sync/push/addresses.ts';
import type { Listening } from '#sync/push/listen-addresses.ts';
import { createResolver, guardedLookup } from '#sync/push/lookup.ts';
import { TaskFailure } from '#tasks/kinds.ts';

export interface FetchOptions {
  /** Where the service itself listens, which is nowhere to fetch from. */
  listening: Listening;
  signal: AbortSignal;
  /** Milliseconds from the look-up to the last byte. */
  timeout?: number;
  /** Bytes. */
  most?: number;
}

const resolver = createResolver();

/** What an address answers by GET with 200; a failure that says why there is none. Nothing is followed. */
export async function fetchText(
  address: string,
  { listening, signal, timeout = 20_000, most = 2 ** 20 }: FetchOptions,
): Promise<string> {
  const addresses = await listening();
  if (faultOf(address, addresses))
    throw new TaskFailure('sourceRefused', 'The address of the source is none that may be fetched from.');
  const url = new URL(address);
  const tooLate = AbortSignal.timeout(timeout);
  try {
    return await new Promise((resolve, reject) => {
      const call = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
        signal: AbortSignal.any([signal, tooLate]),
        lookup: guardedLookup(resolver, portOf(url), addresses),
        agent: false,
        headers: { Accept: 'application/xml, text/xml', 'User-Agent': 'Gazetteer' },
      });
      call.once('error', reject);
      call.once('response', (response) => {
        if (response.statusCode !== 200) {
          response.destroy();
          return reject(new TaskFailure('sourceAnswer', `The source answers ${response.statusCode}.`));
        }
        readAtMost(response, most).then(resolve, reject);
      });
      call.end();
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TaskFailure) throw error;
    if (tooLate.aborted)
      throw new TaskFailure('sourceTimeout', `The source has not answered within ${timeout / 1000} s.`);
    throw new TaskFailure('sourceUnreachable', `The source cannot be reached: ${reasonOf(error)}`);
  }
}

async function readAtMost(content: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > most) throw new TaskFailure('sourceTooLarge', `The source answers more than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Where several addresses were tried, the error of each. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join('; ')
    : error instanceof Error
      ? error.message
      : String(error);
