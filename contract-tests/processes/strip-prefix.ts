import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AnswerFromMemory } from './remembered-answers.ts';

/** Forwards `/dc/…` as `/…`, because Prism ignores the path in `servers`, except for the paths that are answered from memory. */
export function stripPrefix(
  target: string,
  port: number,
  memory: Record<string, AnswerFromMemory>,
): Promise<() => void> {
  function forward(path: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', headers } = incoming;
    const upstreamRequest = request(new URL(path, target), { method, headers }, (upstreamResponse) => {
      outgoing.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(outgoing);
    });
    upstreamRequest.on('error', (error) => outgoing.writeHead(502).end(error.message));
    incoming.pipe(upstreamRequest);
  }

  async function answer(
    fromMemory: AnswerFromMemory,
    path: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const { status, data } = fromMemory(incoming.method ?? 'GET', path, await text(incoming)) ?? {
      status: 404,
      data: {},
    };
    const envelope = { code: status, message: status < 300 ? 'OK' : 'Refused', data };
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
  }

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url?.replace(/^\/dc(?=\/|$)/, '') || '/';
    const [, fromMemory] = Object.entries(memory).find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (!fromMemory) return forward(path, incoming, outgoing);
    answer(fromMemory, path, incoming, outgoing).catch((error) => outgoing.writeHead(400).end(String(error)));
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
