import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** The value of the header `ETag` without its quotes. */
  etag: string | undefined;
  body: Buffer;
}

const separator = Buffer.from('\r\n\r\n');

/** A keep-alive HTTP/1.1 connection with one request at a time. It does little work per response, so that the server is measured. */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #pending: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    const rejectPending = (error: Error) => this.#pending?.reject(error);
    socket.on('error', rejectPending).on('close', () => rejectPending(new Error('the server closed the connection')));
  }

  static open(host: string, port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true }, () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  /** Sends a request and resolves with the response. */
  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf(separator);
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    if (length === undefined) {
      this.#pending?.reject(new Error(`an answer without a content length:\n${head}`));
      return;
    }
    const bodyStart = end + separator.length;
    if (this.#received.length < bodyStart + Number(length)) return;
    const body = this.#received.subarray(bodyStart, bodyStart + Number(length));
    this.#received = Buffer.alloc(0);
    this.#pending?.resolve({ status: Number(head.slice(9, 12)), etag: /^etag: *"(.*?)"/im.exec(head)?.[1], body });
  }
}
