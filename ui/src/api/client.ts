import createFetchClient, { type MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from './contract.gen.ts';
import { openEnvelope } from './envelope.ts';
import type { Language } from './metadata.gen.ts';
import { localProblem, Problem } from './problem.ts';
import { learnServerTime } from './server-time.ts';

export interface ClientOptions {
  baseUrl?: string;
  timeout?: number;
  getToken: () => string | null;
  getLanguage: () => Language;
  /** Called on any HTTP 401 of the current token, except one from signing in. */
  onUnauthorized: () => void;
  /** Called when the caller's roles or permissions differ from the last response. */
  onAccessChanged: () => void;
  /** Called on every failed request, except those that were cancelled, are retried or ended the session. */
  onProblem: (problem: Problem, requestKey: string) => void;
  /** Called when a request succeeds after a failure of it was reported. */
  onRecovered?: (requestKey: string) => void;
}

type SuccessStatus = 200 | 201 | 202;
type ResponseData<Response> = Response extends { content: { 'application/json': { data: infer Data } } }
  ? Data
  : unknown;

/** A successful response without its envelope; a union discriminated by `status`. */
export type ApiResponse<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & SuccessStatus]: {
        status: Status;
        data: ResponseData<Responses[Status]>;
        message: string;
        etag: string | null;
      };
    }[keyof Responses & SuccessStatus]
  : never;

type Method = 'get' | 'post' | 'put' | 'delete';
type PathsWithMethod<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, { responses: unknown }> ? Path : never;
}[keyof paths];
type Init<T> = Record<never, never> extends T ? [init?: T] : [init: T];
type MethodCall<M extends Method> = <Path extends PathsWithMethod<M>>(
  path: Path,
  ...init: Init<NonNullable<MaybeOptionalInit<paths[Path], M>> & Pick<RequestOptions, 'timeout' | 'quiet'>>
) => Promise<ApiResponse<paths[Path][M]>>;

export interface RequestOptions {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown>; header?: Record<string, unknown> };
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | null;
  /** in milliseconds, for requests that take longer than usual */
  timeout?: number;
  /** for a body that is not JSON */
  bodySerializer?: (body: never) => unknown;
  /** lets the request outlive the page */
  keepalive?: boolean;
  /** for what the user did not ask for: a failure is not reported */
  quiet?: boolean;
}
export type AnyResponse = { status: number; data: unknown; message: string; etag: string | null };

export interface Client {
  GET: MethodCall<'get'>;
  POST: MethodCall<'post'>;
  PUT: MethodCall<'put'>;
  DELETE: MethodCall<'delete'>;
  /** For code that serves all entities and knows the path only at run time. */
  send: (method: string, path: string, init?: RequestOptions) => Promise<AnyResponse>;
}

type FetchClientRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** Returns the headers of a write that is refused if the record no longer has this version. */
export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });

const SIGN_IN_PATH = '/api/v1/auth/login';

/** The shortest time between two reports of a read that keeps failing with the same message. */
const REPORT_INTERVAL_MS = 60_000;

export function createClient(options: ClientOptions): Client {
  // The cast: openapi-fetch types the path against the contract; `Client` does so for its callers.
  const request = createFetchClient<paths>({
    baseUrl: options.baseUrl ?? '/dc',
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: async (input) => {
      const sentAt = Date.now();
      const response = await globalThis.fetch(input);
      learnServerTime(response, sentAt);
      return response;
    },
  }).request as unknown as FetchClientRequest;
  let lastAccess: { token: string | null; version: string } | undefined;

  function detectAccessChange(response: Response, token: string | null): void {
    const version = response.headers.get('X-Access-Version');
    if (version === null) return;
    const hasChanged = lastAccess !== undefined && lastAccess.token === token && lastAccess.version !== version;
    lastAccess = { token, version };
    if (hasChanged) options.onAccessChanged();
  }

  async function attempt(method: string, path: string, init: RequestOptions, token: string | null) {
    const timeout = AbortSignal.timeout(init.timeout ?? options.timeout ?? 10_000);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const headers = {
      'Accept-Language': options.getLanguage(),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...init.headers,
    };
    try {
      return await request(method, path, { ...init, headers, signal, parseAs: 'text' });
    } catch (error) {
      // a cancelled request is no problem to show
      if (init.signal?.aborted) throw error;
      throw localProblem(timeout.aborted ? 'requestTimeout' : 'networkError', options.getLanguage(), 0, error);
    }
  }

  async function sendRequest(method: string, path: string, init: RequestOptions): Promise<AnyResponse> {
    const token = options.getToken();
    const { data, error, response } = await attempt(method, path, init, token);
    detectAccessChange(response, token);
    // a late response to a request of an earlier session must not end the current one
    const isCurrent = token === options.getToken();
    if (response.status === 401 && isCurrent && !path.startsWith(SIGN_IN_PATH)) options.onUnauthorized();
    const envelope = openEnvelope(response, data ?? error, options.getLanguage());
    const etag = response.headers.get('ETag');
    return { status: envelope.code, data: envelope.data, message: envelope.message, etag };
  }

  /** The last reported failure of each request. */
  const failures = new Map<string, { message: string; time: number }>();

  /** Reports a problem, unless the caller retries or shows it. Must run after the caller has received the problem. */
  function reportProblem(requestKey: string, isRead: boolean, problem: Problem): void {
    if (problem.isQuiet) return;
    const lastFailure = failures.get(requestKey);
    const isRepeated = lastFailure?.message === problem.message && Date.now() - lastFailure.time < REPORT_INTERVAL_MS;
    if (isRead && isRepeated) return;
    failures.set(requestKey, { message: problem.message, time: Date.now() });
    options.onProblem(problem, requestKey);
  }

  async function send(method: string, path: string, init: RequestOptions = {}): Promise<AnyResponse> {
    const isRead = method.toUpperCase() === 'GET';
    const requestKey = `${method.toUpperCase()} ${path} ${JSON.stringify(isRead ? init.params : init.params?.path)}`;
    try {
      const response = await sendRequest(method, path, init);
      if (failures.delete(requestKey)) options.onRecovered?.(requestKey);
      return response;
    } catch (error) {
      const endsSession = error instanceof Problem && error.status === 401 && !path.startsWith(SIGN_IN_PATH);
      if (error instanceof Problem && !endsSession && !init.quiet) {
        // only reads are ever retried
        if (isRead) setTimeout(reportProblem, 0, requestKey, isRead, error);
        else reportProblem(requestKey, isRead, error);
      }
      throw error;
    }
  }

  // The cast: openEnvelope checks the envelope, and the server guarantees that the data match the contract.
  const createMethodCall = <M extends Method>(method: M) =>
    ((path: string, init?: RequestOptions) => send(method, path, init)) as unknown as MethodCall<M>;

  return {
    GET: createMethodCall('get'),
    POST: createMethodCall('post'),
    PUT: createMethodCall('put'),
    DELETE: createMethodCall('delete'),
    send,
  };
}
