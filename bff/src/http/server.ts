import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';

/** How long a client may take, in milliseconds. */
export interface ServerLimits {
  /** Until the last of its headers. */
  headersMs: number;
  /** Until the last byte of its body: what no handler has waited for ends here. */
  requestMs: number;
  /** Between two looks for who is over these limits. */
  checkMs: number;
}

/** Above the minute that a part of a file may take. */
const SERVER_LIMITS: ServerLimits = { headersMs: 15_000, requestMs: 75_000, checkMs: 5000 };

/** Longer than proxies keep a connection, a minute at most by default: else a request may meet its end. */
const KEEP_ALIVE_MS = 65_000;

/**
 * The server of all requests, which closes the connections of clients that are too slow. From `beginDrain` on each answer carries
 * `Connection: close`, also one that was asked for before, so that no connection is closed under a request that is on its way.
 */
export function createDrainableServer(
  handle: RequestListener,
  { headersMs, requestMs, checkMs } = SERVER_LIMITS,
): { server: Server; beginDrain(): void } {
  const unanswered = new Set<ServerResponse>();
  let isDraining = false;
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server = createServer(options, (request, response) => {
    response.shouldKeepAlive &&= !isDraining;
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
    return handle(request, response);
  });
  return {
    server,
    beginDrain() {
      isDraining = true;
      // too late for those whose headers are out: their connection is closed with the next answer, or when all of them are
      for (const response of unanswered) if (!response.headersSent) response.shouldKeepAlive = false;
    },
  };
}
