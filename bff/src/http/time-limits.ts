import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Problem } from './problem.ts';

/** In milliseconds. */
export interface TimeLimits {
  /** Until the response begins. */
  answerMs: number;
  /** The same for requests with a binary body: a MiB over a slow line. */
  uploadMs: number;
  /** For the next `STALL_BYTES` of such a body. */
  stallMs: number;
  /** For reading what a client still sends after the response. */
  lingerMs: number;
}

export const TIME_LIMITS: TimeLimits = { answerMs: 10_000, uploadMs: 60_000, stallMs: 10_000, lingerMs: 2000 };

/** Shared by the work of a request and the code that waits for it. */
export interface TimeLimit {
  /** True once the client has received a 503, after which the work must not write anything. */
  hasPassed: boolean;
}

/** The limit is absent if no client waits for a response. */
export interface TimeLimited {
  timeLimit?: TimeLimit;
}

/** For background work. */
export const NO_TIME_LIMIT: TimeLimited = {};

/** The outcome of work that exceeded its limit. */
interface LateOutcome<T> {
  tookMs: number;
  result?: T;
  error?: unknown;
}

interface TimeLimitOptions<T> {
  limitMs?: number;
  onLate?(late: LateOutcome<T>): void;
}

/** Resolves with the result of the work, or throws `requestTimeout` after `limitMs`; the work itself continues. */
export async function withTimeLimit<T>(
  work: (timeLimit: TimeLimit) => Promise<T>,
  { limitMs = TIME_LIMITS.answerMs, onLate }: TimeLimitOptions<T> = {},
): Promise<T> {
  const timeLimit: TimeLimit = { hasPassed: false };
  const startedAt = performance.now();
  const workPromise = work(timeLimit);
  const reportIfLate = (outcome: { result: T } | { error: unknown }) =>
    timeLimit.hasPassed && onLate?.({ tookMs: Math.round(performance.now() - startedAt), ...outcome });
  workPromise.then(
    (result) => reportIfLate({ result }),
    (error) => reportIfLate({ error }),
  );
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      timeLimit.hasPassed = true;
      reject(new Problem('requestTimeout'));
    }, limitMs);
  });
  try {
    return await Promise.race([workPromise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** How long a client may take, in milliseconds. */
export interface ServerLimits {
  /** Until the last of its headers. */
  headersMs: number;
  /** For receiving a whole request; ends requests whose body nobody reads. */
  requestMs: number;
  /** Between two checks of these limits. */
  checkMs: number;
}

/** More than the minute that a part of a file may take. */
const SERVER_LIMITS: ServerLimits = { headersMs: 15_000, requestMs: 75_000, checkMs: 5000 };

/** Longer than proxies keep idle connections (a minute by default), so that none sends a request on a connection that is being closed. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Creates an HTTP server that closes the connections of slow clients. After `beginDrain` every response has the header
 * `Connection: close`, so that clients do not send another request on a connection that is about to be closed.
 */
export function createDrainableServer(
  onRequest: RequestListener,
  { headersMs, requestMs, checkMs } = SERVER_LIMITS,
): { server: Server; beginDrain(): void } {
  const openResponses = new Set<ServerResponse>();
  let isDraining = false;
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server = createServer(options, (request, response) => {
    response.shouldKeepAlive &&= !isDraining;
    openResponses.add(response);
    response.once('close', () => openResponses.delete(response));
    return onRequest(request, response);
  });
  return {
    server,
    beginDrain() {
      isDraining = true;
      // a response whose headers have been sent cannot be changed; its connection is closed after the next response, or at the end
      for (const response of openResponses) if (!response.headersSent) response.shouldKeepAlive = false;
    },
  };
}
