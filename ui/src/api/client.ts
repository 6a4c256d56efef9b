import createFetchClient, { type MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from './contract.gen.ts';
import { openEnvelope } from './envelope.ts';
import type { Language } from './facts.gen.ts';
import { localProblem, Problem } from './problem.ts';

export interface ClientOptions {
  baseUrl?: string;
  timeout?: number;
  getToken: () => string | null;
  getLanguage: () => Language;
  /** Any HTTP 401 but one from signing in. */
  onUnauthorized: () => void;
  /** The caller's roles or permissions are others than at the last answer. */
  onAccessChanged: () => void;
  /** Hears of every call that failed, but not of those that were cancelled, are tried again by themselves or ended the session. */
  onProblem: (problem: Problem) => void;
}

type SuccessStatus = 200 | 201 | 202;
type DataOf<Response> = Response extends { content: { 'application/json': { data: infer Data } } } ? Data : unknown;

/** What a call answers, without its envelope; told apart by `status` where it can succeed in several ways. */
export type Answer<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & SuccessStatus]: {
        status: Status;
        data: DataOf<Responses[Status]>;
        message: string;
        etag: string | null;
      };
    }[keyof Responses & SuccessStatus]
  : never;

type Method = 'get' | 'post' | 'put' | 'delete';
type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, { responses: unknown }> ? Path : never;
}[keyof paths];
type Init<T> = Record<never, never> extends T ? [init?: T] : [init: T];
type Call<M extends Method> = <Path extends PathsWith<M>>(
  path: Path,
  ...init: Init<NonNullable<MaybeOptionalInit<paths[Path], M>> & Pick<AnyInit, 'timeout'>>
) => Promise<Answer<paths[Path][M]>>;

export interface AnyInit {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown>; header?: Record<string, unknown> };
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | null;
  /** Milliseconds, where it is known to take longer than usual. */
  timeout?: number;
  /** For a body that is no JSON. */
  bodySerializer?: (body: never) => unknown;
}
export type AnyAnswer = { status: number; data: unknown; message: string; etag: string | null };

export interface Client {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  DELETE: Call<'delete'>;
  /** For code that serves every kind of record and knows its path at run time only. */
  send: (method: string, path: string, init?: AnyInit) => Promise<AnyAnswer>;
}

type Send = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const signInPath = '/api/v1/auth/login';

/** What is asked again and again, and goes on failing in the same way, is told no more often than this. */
const REPEAT_MS = 60_000;

export function createClient(options: ClientOptions): Client {
  // The cast: openapi-fetch types the path against the contract; `Client` does so for its callers.
  const request = createFetchClient<paths>({
    baseUrl: options.baseUrl ?? '/dc',
    fetch: (input) => globalThis.fetch(input),
  }).request as unknown as Send;
  let seen: { token: string | null; version: string } | undefined;

  function watchAccess(response: Response, token: string | null): void {
    const version = response.headers.get('X-Access-Version');
    if (version === null) return;
    const changed = seen !== undefined && seen.token === token && seen.version !== version;
    seen = { token, version };
    if (changed) options.onAccessChanged();
  }

  async function attempt(method: string, path: string, init: AnyInit, token: string | null) {
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
      // Whoever cancels a call knows it: that is no problem to show.
      if (init.signal?.aborted) throw error;
      throw localProblem(timeout.aborted ? 'requestTimeout' : 'networkError', options.getLanguage(), 0, error);
    }
  }

  async function ask(method: string, path: string, init: AnyInit): Promise<AnyAnswer> {
    const token = options.getToken();
    const { data, error, response } = await attempt(method, path, init, token);
    watchAccess(response, token);
    if (response.status === 401 && !path.startsWith(signInPath)) options.onUnauthorized();
    const envelope = openEnvelope(response, data ?? error, options.getLanguage());
    const etag = response.headers.get('ETag');
    return { status: envelope.code, data: envelope.data, message: envelope.message, etag };
  }

  /** What each question that failed last said, and when that was told. */
  const failures = new Map<string, { message: string; time: number }>();

  /** Runs once the caller has seen the problem, and has perhaps decided to try again. */
  function reportProblem(question: string | undefined, problem: Problem): void {
    if (problem.isRetried) return;
    const last = question === undefined ? undefined : failures.get(question);
    if (last?.message === problem.message && Date.now() - last.time < REPEAT_MS) return;
    if (question !== undefined) failures.set(question, { message: problem.message, time: Date.now() });
    options.onProblem(problem);
  }

  async function send(method: string, path: string, init: AnyInit = {}): Promise<AnyAnswer> {
    const question = method.toUpperCase() === 'GET' ? `${path} ${JSON.stringify(init.params)}` : undefined;
    try {
      const answer = await ask(method, path, init);
      if (question !== undefined) failures.delete(question);
      return answer;
    } catch (error) {
      const endsSession = error instanceof Problem && error.status === 401 && !path.startsWith(signInPath);
      if (error instanceof Problem && !endsSession) {
        // only what is read is ever tried again
        if (question === undefined) reportProblem(question, error);
        else setTimeout(reportProblem, 0, question, error);
      }
      throw error;
    }
  }

  // The cast: `send` answers what openEnvelope checked; that its data has the contract's type is the server's promise.
  const call = <M extends Method>(method: M) =>
    ((path: string, init?: AnyInit) => send(method, path, init)) as unknown as Call<M>;

  return { GET: call('get'), POST: call('post'), PUT: call('put'), DELETE: call('delete'), send };
}
