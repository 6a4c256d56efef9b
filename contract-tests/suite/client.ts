import type { Operation } from '../contract/operations.ts';
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
  rawBody?: string;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: unknown;
  code: number;
  message: string;
  data: ResponseData;
}

export async function send(
  base: string,
  operation: Operation,
  input: RequestInput,
  token?: string,
): Promise<ApiResponse> {
  const body = input.rawBody ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const response = await fetch(urlFor(base, operation.path, input), {
    method: operation.method.toUpperCase(),
    headers: headersOf(input, token, body === undefined ? undefined : contentTypeOf(operation)),
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await readText(response);
  const parsed = isJson(response) ? parseJson(text) : undefined;
  // Cast: verify() checks the envelope before any case reads it.
  const envelope = (parsed ?? {}) as { code: number; message: string; data: ResponseData };
  return { status: response.status, headers: response.headers, body: parsed ?? text, ...envelope };
}

/** Reads the whole body, or only the first chunk of an event stream, which never ends. */
async function readText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body?.getReader();
  const firstChunk = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(firstChunk?.value);
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
