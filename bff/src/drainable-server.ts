import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';

/**
 * A server whose clients can be told to go elsewhere: from `beginDrain` on each answer carries `Connection: close`, also one that was
 * asked for before. So no connection is closed under a request that is on its way.
 */
export function createDrainableServer(handle: RequestListener): { server: Server; beginDrain(): void } {
  const unanswered = new Set<ServerResponse>();
  let isDraining = false;
  const server = createServer((request, response) => {
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
