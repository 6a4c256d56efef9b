import { createServer, request } from 'node:http';

/** Forwards `/dc/…` as `/…`, because Prism ignores the path in `servers`. */
export function stripPrefix(target: string, port: number): Promise<() => void> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url?.replace(/^\/dc(?=\/|$)/, '') || '/';
    const { method = 'GET', headers } = incoming;
    const upstreamRequest = request(new URL(path, target), { method, headers }, (upstreamResponse) => {
      outgoing.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(outgoing);
    });
    upstreamRequest.on('error', (error) => outgoing.writeHead(502).end(error.message));
    incoming.pipe(upstreamRequest);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () =>
      resolve(() => {
        server.close();
        server.closeAllConnections();
      }),
    );
  });
}
