import { type IncomingHttpHeaders, type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Its first 2 KiB. */
  text: string;
}

/** Failed before there was an answer; `stale` where the connection had been used before and may just have been closed. */
export class NoAnswer extends Error {
  readonly stale: boolean;
  constructor(reason: string, stale: boolean) {
    super(reason);
    this.stale = stale;
  }
}

const keptBytes = 2048;

/**
 * One request by POST and the beginning of its answer, within `timeout` milliseconds from the look-up to the last byte.
 * Once the status is there it is the answer, however its body ends. Nothing is followed.
 *
 * @throws NoAnswer
 */
export function exchange(url: URL, options: RequestOptions, body: Buffer, timeout: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? overHttps : overHttp;
    const call = request(url, { ...options, method: 'POST' });
    let answered = false;
    const fail = (reason: string) => answered || reject(new NoAnswer(reason, call.reusedSocket));
    const timer = setTimeout(() => call.destroy(new Error(`no answer within ${timeout} ms`)), timeout);
    call.on('error', (error) => fail(reasonOf(error)));
    call.once('response', (response) => {
      answered = true;
      void readBeginning(response).then(resolve);
    });
    // also after an answer that came before all of the request was taken; only then is the connection given back or gone
    call.once('close', () => {
      clearTimeout(timer);
      fail('the connection was closed without an answer');
    });
    call.end(body);
  });
}

async function readBeginning(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= keptBytes) break;
    }
  } catch {
    // broken off, or out of time: the status has been said
  }
  const kept = Buffer.concat(chunks).subarray(0, keptBytes);
  // `stream` leaves out a character that is cut in two
  const text = new TextDecoder().decode(kept, { stream: true });
  // only a request has none
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** Where several addresses were tried, the error of each. */
function reasonOf(error: Error): string {
  const reasons = error instanceof AggregateError ? error.errors.map(String) : [error.message];
  return reasons.join('; ');
}
