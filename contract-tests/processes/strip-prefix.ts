import { createServer, request } from 'node:http';

/** Passes `/dc/…` on as `/…`: the mock knows nothing of the path that `servers` names. */
export function stripPrefix(target: string, port: number): Promise<() => void> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url?.replace(/^\/dc(?=\/|$)/, '') || '/';
    const { method = 'GET', headers } = incoming;
    const passed = request(new URL(path, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', (error) => outgoing.writeHead(502).end(error.message));
    incoming.pipe(passed);
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
