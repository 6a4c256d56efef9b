import { createServer, type Socket } from 'node:net';

/** A function that serves a connection. */
export type ConnectionHandler = (socket: Socket) => void;

export interface FaultyServer {
  url: string;
  /** Returns the number of all connections since the start and of the open ones. */
  countConnections(): { total: number; open: number };
  /** Reads from the open connections again, which also notices their ends. */
  resumeReading(): void;
  /** Ends the fault: closes the open connections, and passes later ones to `handler`. */
  handOver(handler: ConnectionHandler): void;
  close(): Promise<void>;
}

/** Starts a TCP server that gives each connection to `behave`. */
export async function startFaultyServer(behave: (socket: Socket) => void): Promise<FaultyServer> {
  const openSockets = new Set<Socket>();
  let totalCount = 0;
  let handle = behave;
  const server = createServer((socket) => {
    totalCount++;
    openSockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => openSockets.delete(socket));
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is never a string.
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    countConnections: () => ({ total: totalCount, open: openSockets.size }),
    resumeReading: () => {
      for (const socket of openSockets) socket.resume();
    },
    handOver: (nextHandler) => {
      handle = nextHandler;
      for (const socket of openSockets) socket.destroy();
    },
    close: async () => {
      for (const socket of openSockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns a behaviour that answers a request with this text and then calls `next`. */
const respond =
  (text: string, next: (socket: Socket) => void = () => {}) =>
  (socket: Socket) => {
    socket.once('data', () => {
      socket.resume();
      socket.write(text);
      next(socket);
    });
  };

/** Returns a behaviour that writes without end, but slowly enough that other connections are served too. */
const streamEndlessly = (piece: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(piece), 5);
  socket.once('close', () => clearInterval(timer));
};

const trickle = (text: string) => (socket: Socket) => {
  let index = 0;
  const timer = setInterval(() => socket.write(text[index++ % text.length] ?? ''), 20);
  socket.once('close', () => clearInterval(timer));
};

const endConnection = (socket: Socket) => void socket.destroySoon();

export const behaviours = {
  neverReads: (socket: Socket) => void socket.pause(),
  neverAnswers: (socket: Socket) => void socket.resume(),
  closesAtOnce: (socket: Socket) => void socket.destroy(),
  closesWithoutAnswer: respond('', endConnection),
  closesOnSecondRequest: (socket: Socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      socket.once('data', () => socket.destroy());
    });
  },
  closesInTheHeaders: respond('HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-', endConnection),
  closesInTheBody: respond('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.', endConnection),
  answersWithAnotherProtocol: respond('SSH-2.0-OpenSSH_9.2\r\n\0\xff\x01'),
  tricklesHeaders: respond('HTTP/1.1 200 OK\r\nX-Slow: ', trickle('a')),
  tricklesTheBody: respond('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', trickle('a')),
  endlessHeaders: respond('HTTP/1.1 200 OK\r\n', streamEndlessly('X-More: and more\r\n'.repeat(100))),
  endlessBody: respond('HTTP/1.1 200 OK\r\n\r\n', streamEndlessly('and more '.repeat(1000))),
  endlessHints: respond('', streamEndlessly('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100))),
  upgrades: respond('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
} satisfies Record<string, (socket: Socket) => void>;
