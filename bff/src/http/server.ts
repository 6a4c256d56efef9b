import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';

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
 * An HTTP server that closes the connections of clients that are too slow. After `beginDrain` every answer carries
 * `Connection: close`, so that clients do not send another request on a connection that is about to be closed.
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
      // answers whose headers have been sent cannot be changed; their connections are closed after the next answer, or at the end
      for (const response of unanswered) if (!response.headersSent) response.shouldKeepAlive = false;
    },
  };
}
