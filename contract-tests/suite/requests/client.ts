import type { Operation } from '../../contract/operations.ts';
import { addExchanges, type Exchange, Stopped, stopSignalOfWork } from './exchanges.ts';
import type { ResponseData } from './response-data.ts';

export interface RequestInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** Sent as `If-Match`; a number is quoted. */
  version?: number | '*';
  /** Sent as `Accept-Language`; by default zh-CN. */
  language?: string;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: unknown;
  code: number;
  message: string;
  data: ResponseData;
  /** The body as it was sent, for files. */
  bytes: Buffer;
}

const TIMEOUT_MS = 15_000;

/** For files, and for what is not the backend's. */
const noEnvelope = { code: 0, message: '', data: {} };

export async function send(
  base: string,
  operation: Operation,
  input: RequestInput,
  token?: string,
): Promise<ApiResponse> {
  const body = input.rawBody ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const url = urlFor(base, operation.path, input);
  const headers = headersOf(input, token, body === undefined ? undefined : contentTypeOf(operation));
  const stopSignal = stopSignalOfWork();
  if (stopSignal?.aborted) throw new Stopped('it was stopped');
  const exchange: Exchange = { operation, input, token, url, headers, body: typeof body === 'object' ? '' : body };
  addExchanges(exchange);
  const request = {
    method: operation.method.toUpperCase(),
    headers,
    // The contract has no redirections.
    redirect: 'manual' as const,
    ...(body === undefined ? {} : { body }),
  };
  const { response, bytes } = await fetchWithin(TIMEOUT_MS, url, request, stopSignal).catch(throwNoResponse);
  const text = bytes.toString('utf8');
  exchange.response = { status: response.status, headers: response.headers, text };
  const parsed = isJson(response) ? parseJson(text) : undefined;
  // Cast: verify() checks the envelope before any case reads it.
  const envelope = (parsed ?? {}) as Partial<Pick<ApiResponse, 'code' | 'message' | 'data'>>;
  return {
    status: response.status,
    headers: response.headers,
    body: parsed ?? text,
    bytes,
    ...noEnvelope,
    ...envelope,
  };
}

/** Fetches a response with its whole body, unless nothing comes for that long or the work is stopped. */
async function fetchWithin(
  milliseconds: number,
  url: string,
  request: RequestInit,
  stopSignal: AbortSignal | undefined,
): Promise<{ response: Response; bytes: Buffer }> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
  stopSignal?.addEventListener('abort', stop);
  try {
    const response = await fetch(url, { ...request, signal: controller.signal });
    return { response, bytes: await readBytes(response, () => timer.refresh()) };
  } finally {
    clearTimeout(timer);
    stopSignal?.removeEventListener('abort', stop);
  }
}

const problems: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_HEADERS_OVERFLOW: 'its headers are too long',
  HPE_INVALID_CONSTANT: 'what came is not HTTP',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'there is no host of that name',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
};

/** Thrown if the connection fails or nothing answers in time. */
export class NoResponse extends Error {
  /** That of the connection's failure. */
  readonly code: string | undefined;

  constructor(reason: string, code: string | undefined, options: ErrorOptions) {
    super(`no response: ${reason}`, options);
    this.code = code;
  }
}

function throwNoResponse(error: unknown): never {
  const { name, message, cause } = error as Error; // Cast: fetch rejects with errors.
  if (name === 'AbortError') throw new Stopped('it was stopped');
  const { code } = Object(cause) as NodeJS.ErrnoException; // Cast: what the connection failed with, if it did.
  const reason =
    name === 'TimeoutError'
      ? `nothing came within ${TIMEOUT_MS / 1000} seconds`
      : (problems[code ?? ''] ?? code ?? Object(cause).message ?? message);
  throw new NoResponse(reason, code, { cause });
}

/** Reads the whole body, or only the first chunk of an event stream, which never ends. */
async function readBytes(response: Response, onChunk: () => void): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const isEventStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    onChunk();
    // Leaving the loop cancels the stream.
    if (isEventStream) break;
  }
  return Buffer.concat(chunks);
}

function urlFor(base: string, path: string, { params = {}, query = {} }: RequestInput): string {
  const pathWithParams = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const queryString = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${base}${pathWithParams}${queryString.size > 0 ? `?${queryString}` : ''}`;
}

const contentTypeOf = ({ takesBytes }: Operation) => (takesBytes ? 'application/octet-stream' : 'application/json');

function headersOf(input: RequestInput, token: string | undefined, type: string | undefined): Record<string, string> {
  return {
    accept: 'application/json, */*;q=0.5',
    'accept-language': input.language ?? 'zh-CN',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(input.version === undefined ? {} : { 'if-match': input.version === '*' ? '*' : `"${input.version}"` }),
    ...input.headers,
  };
}

/** Also true for the `application/problem+json` responses of Prism itself. */
const isJson = ({ headers }: Response) => /^application\/(\w+\+)?json\b/.test(headers.get('content-type') ?? '');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
