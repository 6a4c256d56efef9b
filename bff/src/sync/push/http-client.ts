import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { AddressRefusedError, createResolver, createSafeLookup, portOf, validateTarget } from './addresses.ts';
import type { ReadListenAddresses } from './listen-addresses.ts';

/** A request to another system. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
  /** The time limit from the lookup to the last byte. */
  timeoutMs: number;
  /** The maximum size of the body that is read. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the body was longer than `maxBytes`. */
  isTruncated: boolean;
  /** The reason why the body is incomplete. */
  failure?: NoResponseError;
}

/** A request failed before its response was complete. */
export class NoResponseError extends Error {
  readonly isTimeout: boolean;
  /** Whether the connection was reused and may just have been closed. */
  readonly isStale: boolean;

  constructor(reason: string, { isTimeout = false, isStale = false } = {}) {
    super(reason);
    this.isTimeout = isTimeout;
    this.isStale = isStale;
  }
}

export interface HttpClient {
  /**
   * Sends a request. Once the status has arrived it is the response, even if the body is incomplete. Redirects are not followed.
   *
   * @throws NoResponseError; AddressRefusedError if the URL is not allowed
   */
  request(url: string, request: HttpRequest): Promise<HttpResponse>;
  /** Closes idle connections. */
  close(): void;
}

const IDLE_MS = 30_000;

/** Creates a client for other systems that sends neither to refused addresses nor to this service itself. */
export function createHttpClient(readListenAddresses: ReadListenAddresses): HttpClient {
  // the number of connections is not limited, so that an unresponsive host does not delay others
  const options = { keepAlive: true, maxFreeSockets: 8, timeout: IDLE_MS };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  const resolver = createResolver();
  return {
    async request(url, request) {
      const addresses = await readListenAddresses();
      if (validateTarget(url, addresses)) throw new AddressRefusedError(url);
      const target = new URL(url);
      const lookup = createSafeLookup(resolver, portOf(target), addresses);
      const agent = target.protocol === 'https:' ? agents.https : agents.http;
      const startedAt = performance.now();
      return send(target, request, { lookup, agent }).catch((error: unknown) => {
        if (!(error instanceof NoResponseError && error.isStale)) throw error;
        // the server may close idle connections at any time, so the request is retried on a new one
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
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? overHttps : overHttp;
    const clientRequest = request(url, {
      ...connection,
      method,
      headers: {
        ...headers,
        'User-Agent': 'Gazetteer',
        ...(body && { 'Content-Length': body.length }),
      },
      ...(signal && { signal }),
    });
    let hasResponse = false;
    let isTimeout = false;
    const toNoResponse = (reason: string) =>
      new NoResponseError(reason, { isTimeout, isStale: clientRequest.reusedSocket });
    const fail = (reason: string) => hasResponse || reject(toNoResponse(reason));
    const timer = setTimeout(() => {
      isTimeout = true;
      clientRequest.destroy(new Error(`no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    clientRequest.on('error', (error) => fail(reasonOf(error)));
    clientRequest.once('response', (response) => {
      hasResponse = true;
      void readResponse(response, maxBytes, toNoResponse).then(resolve);
    });
    // emitted even if the response arrived before the whole request was sent; only then the connection is released
    clientRequest.once('close', () => {
      clearTimeout(timer);
      fail('the connection was closed without an answer');
    });
    clientRequest.end(body);
  });
}

async function readResponse(
  response: IncomingMessage,
  maxBytes: number,
  toNoResponse: (reason: string) => NoResponseError,
): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  let failure: NoResponseError | undefined;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break;
    }
  } catch (error) {
    failure = toNoResponse(reasonOf(error));
  }
  return {
    // only requests have no status
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).subarray(0, maxBytes),
    isTruncated: size > maxBytes,
    ...(failure && { failure }),
  };
}

/** Returns the reason of an error; if several addresses were tried, those of all. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
