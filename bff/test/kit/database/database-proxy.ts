import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DatabaseProxy {
  /** Returns a URL that leads to the same database through this proxy. */
  routeUrl(url: string): string;
  /** Closes all connections and accepts no new ones. */
  disconnect(): void;
  /** Disconnects as soon as a client sends this text, which does not reach the server any more. */
  disconnectBefore(text: string): void;
  /** Keeps all connections open, but forwards nothing. */
  stall(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of the database server that can simulate an outage. */
export async function startDatabaseProxy(): Promise<DatabaseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-proxy-'));
  const proxySocket = join(folder, 'proxy.sock');
  const serverSocket = new URL(process.env.TEST_DATABASE_SERVER ?? '').searchParams.get('socketPath') ?? '';
  const sockets = new Set<Socket>();
  let state: 'open' | 'disconnected' | 'stalled' = 'open';
  let cutText: string | undefined;
  const disconnect = () => {
    state = 'disconnected';
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer((client) => {
    if (state === 'disconnected') return client.destroy();
    const upstream = createConnection(serverSocket);
    for (const [source, target] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(source);
      source.on('data', (data) => {
        if (source === client && cutText !== undefined && data.includes(cutText)) return disconnect();
        target.write(data);
      });
      source.on('error', () => source.destroy());
      source.on('close', () => {
        sockets.delete(source);
        target.destroy();
      });
      if (state === 'stalled') source.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(proxySocket, resolve));

  return {
    routeUrl: (url) => {
      const proxiedUrl = new URL(url);
      proxiedUrl.searchParams.set('socketPath', proxySocket);
      return proxiedUrl.href;
    },
    disconnect,
    disconnectBefore: (text) => {
      cutText = text;
    },
    stall: () => {
      state = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    restore: () => {
      state = 'open';
      cutText = undefined;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
