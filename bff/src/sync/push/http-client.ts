import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { AddressRefused, createResolver, createSafeLookup, portOf, validateTarget } from './addresses.ts';
import type { Listening } from './listen-addresses.ts';

export interface HttpRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
  /** From the look-up to the last byte. */
  timeoutMs: number;
  /** What comes after so much of the answer is not read. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** More than `maxBytes` came. */
  isCut: boolean;
  /** Why the body ended before it was whole. */
  failure?: NoAnswer;
}

/** Failed before there was a whole answer. */
export class NoAnswer extends Error {
  readonly isTimeout: boolean;
  /** The connection had been used before, and may just have been closed. */
  readonly isStale: boolean;

  constructor(reason: string, { isTimeout = false, isStale = false } = {}) {
    super(reason);
    this.isTimeout = isTimeout;
    this.isStale = isStale;
  }
}

export interface HttpClient {
  /**
   * One request and its answer. Once the status is there it is the answer, however its body ends. Nothing is followed.
   *
   * @throws NoAnswer; AddressRefused where the URL is none to send to
   */
  request(url: string, request: HttpRequest): Promise<HttpAnswer>;
  /** Closes the connections kept for what comes next. */
  close(): void;
}

const IDLE_MS = 30_000;

/** Sends to other systems, but to none of the refused addresses, and not to this service itself. */
export function createHttpClient(listening: Listening): HttpClient {
  // no limit on connections: who never answers holds those of others up in no queue
  const options = { keepAlive: true, maxFreeSockets: 8, timeout: IDLE_MS };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  const resolver = createResolver();
  return {
    async request(url, request) {
      const addresses = await listening();
      if (validateTarget(url, addresses)) throw new AddressRefused(url);
      const target = new URL(url);
      const lookup = createSafeLookup(resolver, portOf(target), addresses);
      const agent = target.protocol === 'https:' ? agents.https : agents.http;
      const startedAt = performance.now();
      return send(target, request, { lookup, agent }).catch((error: unknown) => {
        if (!(error instanceof NoAnswer && error.isStale)) throw error;
        // the other end may close an idle connection at any time; a new one tells whether it is there
        const timeoutMs = request.timeoutMs - (performance.now() - startedAt);
        if (timeoutMs <= 0) throw error;
        return send(target, { ...request, timeoutMs }, { lookup, agent: false });
      });
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

interface Connection {
  lookup: ReturnType<typeof createSafeLookup>;
  agent: HttpAgent | false;
}

function send(
  url: URL,
  { method, headers, body, timeoutMs, maxBytes, signal }: HttpRequest,
  connection: Connection,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? overHttps : overHttp;
    const call = request(url, {
      ...connection,
      method,
      headers: {
        ...headers,
        'User-Agent': 'Gazetteer',
        ...(body && { 'Content-Length': body.length }),
      },
      ...(signal && { signal }),
    });
    let isAnswered = false;
    let isTimeout = false;
    const failureOf = (reason: string) => new NoAnswer(reason, { isTimeout, isStale: call.reusedSocket });
    const fail = (reason: string) => isAnswered || reject(failureOf(reason));
    const timer = setTimeout(() => {
      isTimeout = true;
      call.destroy(new Error(`no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    call.on('error', (error) => fail(reasonOf(error)));
    call.once('response', (response) => {
      isAnswered = true;
      void readAnswer(response, maxBytes, failureOf).then(resolve);
    });
    // also after an answer that came before all of the request was taken; only then is the connection given back or gone
    call.once('close', () => {
      clearTimeout(timer);
      fail('the connection was closed without an answer');
    });
    call.end(body);
  });
}

async function readAnswer(
  response: IncomingMessage,
  maxBytes: number,
  failureOf: (reason: string) => NoAnswer,
): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let failure: NoAnswer | undefined;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break;
    }
  } catch (error) {
    failure = failureOf(reasonOf(error));
  }
  return {
    // only a request has none
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).subarray(0, maxBytes),
    isCut: size > maxBytes,
    ...(failure && { failure }),
  };
}

/** Where several addresses were tried, the error of each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
