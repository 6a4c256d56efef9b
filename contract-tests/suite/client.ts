import type { Operation } from '../contract/operations.ts';
import { addExchanges, type Exchange } from './exchanges.ts';
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
  const exchange: Exchange = { operation, input, token, url, headers, body: typeof body === 'object' ? '' : body };
  addExchanges(exchange);
  const response = await fetch(url, {
    method: operation.method.toUpperCase(),
    headers,
    // The contract has no redirections.
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(15_000),
  }).catch(throwNoResponse);
  const bytes = await readBytes(response).catch(throwNoResponse);
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

/** Thrown if the connection fails or nothing answers in time. */
export class NoResponse extends Error {}

function throwNoResponse(error: unknown): never {
  const { name, message, cause } = error as Error; // Cast: fetch rejects with errors.
  const { code } = Object(cause) as NodeJS.ErrnoException; // Cast: what the connection failed with, if it did.
  const reason =
    name === 'TimeoutError' ? 'nothing came within 15 seconds' : (code ?? Object(cause).message ?? message);
  throw new NoResponse(`no response: ${reason}`, { cause });
}

/** Reads the whole body, or only the first chunk of an event stream, which never ends. */
async function readBytes(response: Response): Promise<Buffer> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return Buffer.from(await response.arrayBuffer());
  const reader = response.body?.getReader();
  const firstChunk = await reader?.read();
  await reader?.cancel();
  return Buffer.from(firstChunk?.value ?? []);
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
