import { createServer, type Socket } from 'node:net';

/** Where a connection goes instead, once a server is mended. */
export type Mended = (socket: Socket) => void;

export interface Faulty {
  url: string;
  /** How often it was connected to, and how many connections are open. */
  connections(): { made: number; open: number };
  /** From now on reads what comes, and so notices an end too. */
  read(): void;
  /** From now on; what is connected is cut off. */
  mend(mended: Mended): void;
  close(): Promise<void>;
}

/** A server below HTTP: `behave` has each connection. */
export async function startFaulty(behave: (socket: Socket) => void): Promise<Faulty> {
  const open = new Set<Socket>();
  let made = 0;
  let handle = behave;
  const server = createServer((socket) => {
    made++;
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // a TCP server's address is never a string
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    connections: () => ({ made, open: open.size }),
    read: () => {
      for (const socket of open) socket.resume();
    },
    mend: (mended) => {
      handle = mended;
      for (const socket of open) socket.destroy();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Takes what comes and says this, once a request is there; then goes on with `after`. */
const saying =
  (text: string, after: (socket: Socket) => void = () => {}) =>
  (socket: Socket) => {
    socket.once('data', () => {
      socket.resume();
      socket.write(text);
      after(socket);
    });
  };

/** On and on, but not so fast that nothing else gets its turn. */
const pouring = (piece: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(piece), 5);
  socket.once('close', () => clearInterval(timer));
};

const trickling = (text: string) => (socket: Socket) => {
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 20);
  socket.once('close', () => clearInterval(timer));
};

const ending = (socket: Socket) => void socket.destroySoon();

export const behaviours = {
  neverReads: (socket: Socket) => void socket.pause(),
  neverAnswers: (socket: Socket) => void socket.resume(),
  closesAtOnce: (socket: Socket) => void socket.destroy(),
  closesWithoutAnswer: saying('', ending),
  closesAtTheSecond: (socket: Socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      socket.once('data', () => socket.destroy());
    });
  },
  closesInTheHeaders: saying('HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-', ending),
  closesInTheBody: saying('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.', ending),
  speaksOtherwise: saying('SSH-2.0-OpenSSH_9.2\r\n\0\xff\x01'),
  tricklesHeaders: saying('HTTP/1.1 200 OK\r\nX-Slow: ', trickling('a')),
  tricklesTheBody: saying('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', trickling('a')),
  endlessHeaders: saying('HTTP/1.1 200 OK\r\n', pouring('X-More: and more\r\n'.repeat(100))),
  endlessBody: saying('HTTP/1.1 200 OK\r\n\r\n', pouring('and more '.repeat(1000))),
  endlessHints: saying('', pouring('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100))),
  upgrades: saying('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
} satisfies Record<string, (socket: Socket) => void>;
