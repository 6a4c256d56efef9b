import type { Operation } from '../contract/operations.ts';
import type { Data } from './data.ts';

export interface Input {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** Sent as `If-Match`: a number quoted, `*` as it is. */
  version?: number | '*';
  /** Sent as `Accept-Language`; zh-CN where left out. */
  language?: string;
  body?: unknown;
  /** Sent instead of `body`, as it is. */
  rawBody?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  code: number;
  message: string;
  data: Data;
}

export async function send(base: string, operation: Operation, input: Input, token?: string): Promise<Answer> {
  const body = input.rawBody ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const response = await fetch(addressOf(base, operation.path, input), {
    method: operation.method.toUpperCase(),
    headers: headersOf(input, token, body === undefined ? undefined : typeOf(operation)),
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await textOf(response);
  const parsed = isJson(response) ? parseJson(text) : undefined;
  // Cast: the envelope, once verify() has found it so; before that nobody reads these.
  const envelope = (parsed ?? {}) as { code: number; message: string; data: Data };
  return { status: response.status, headers: response.headers, body: parsed ?? text, ...envelope };
}

/** All of an answer; of a stream of events, which has no end, what comes first. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

function addressOf(base: string, path: string, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${base}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

const typeOf = ({ takesBytes }: Operation) => (takesBytes ? 'application/octet-stream' : 'application/json');

function headersOf(input: Input, token: string | undefined, type: string | undefined): Record<string, string> {
  return {
    accept: 'application/json, */*;q=0.5',
    'accept-language': input.language ?? 'zh-CN',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(input.version === undefined ? {} : { 'if-match': input.version === '*' ? '*' : `"${input.version}"` }),
    ...input.headers,
  };
}

/** Prism’s own refusals are `application/problem+json`. */
const isJson = ({ headers }: Response) => /^application\/(\w+\+)?json\b/.test(headers.get('content-type') ?? '');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
