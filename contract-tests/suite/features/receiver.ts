import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  /** The last part of its URL, as passed to `urlOf`. */
  name: string;
  headers: IncomingHttpHeaders;
  body: string;
  time: number;
}

/** What the receiver answers. By default 204 without headers and body. */
export interface ReceiverAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

interface Waiter {
  matches(request: ReceivedRequest): boolean;
  resolve(request: ReceivedRequest): void;
}

/** Receives what the backend under test delivers to subscribers. Each subscriber has a URL of its own. */
export class Receiver {
  readonly #base: string;
  readonly #server: Server;
  readonly #requests: ReceivedRequest[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #answers = new Map<string, (request: ReceivedRequest) => ReceiverAnswer>();

  private constructor(base: string, server: Server) {
    this.#base = base;
    this.#server = server;
  }

  /**
   * Listens at the port of a URL that the backend reaches: on the loopback interface if that is its host, else on all, because the
   * URL may be that of a proxy or of the host of a container. Port 0 is any free one.
   */
  static async listen(url: string): Promise<Receiver> {
    const { protocol, hostname, port } = new URL(url);
    if (protocol !== 'http:') throw new Error(`the receiver speaks HTTP only, so ${url} has to begin with http://`);
    const server = createServer();
    server.listen(Number(port || 80), isLoopback(hostname) ? hostname.replace(/^\[|\]$/g, '') : undefined);
    await once(server, 'listening');
    const { port: actualPort } = server.address() as AddressInfo; // Cast: a TCP server's address is never a string.
    const receiver = new Receiver(`http://${hostname}:${actualPort}`, server);
    server.on('request', (incoming, outgoing) => {
      void text(incoming).then((body) => {
        const { method = '', url: path = '', headers } = incoming;
        const request = { method, name: path.slice(1), headers, body, time: Date.now() };
        const answer: ReceiverAnswer = receiver.#answers.get(request.name)?.(request) ?? { status: 204 };
        outgoing.writeHead(answer.status, answer.headers).end(answer.body);
        receiver.#accept(request);
      });
    });
    return receiver;
  }

  /** Returns the URL to which a subscriber gets its deliveries. */
  urlOf(name: string): string {
    return `${this.#base}/${name}`;
  }

  /** Answers the requests to a subscriber's URL with something else than 204. */
  answerWith(name: string, answer: (request: ReceivedRequest) => ReceiverAnswer): void {
    this.#answers.set(name, answer);
  }

  /** Returns what has arrived for a subscriber, oldest first. */
  requestsFor(name: string): ReceivedRequest[] {
    return this.#requests.filter((request) => request.name === name);
  }

  /** Waits for a request, which may have arrived before. */
  waitFor(
    name: string,
    matches: (request: ReceivedRequest) => boolean = () => true,
    timeoutMs = 60_000,
  ): Promise<ReceivedRequest> {
    const isExpected = (request: ReceivedRequest) => request.name === name && matches(request);
    const arrived = this.#requests.find(isExpected);
    if (arrived) return Promise.resolve(arrived);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(new Error(`no such request arrived at ${this.urlOf(name)} within ${timeoutMs / 1000} seconds`));
      }, timeoutMs);
      const waiter: Waiter = {
        matches: isExpected,
        resolve: (request) => {
          clearTimeout(timer);
          resolve(request);
        },
      };
      this.#waiters.add(waiter);
    });
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #accept(request: ReceivedRequest): void {
    this.#requests.push(request);
    for (const waiter of [...this.#waiters].filter(({ matches }) => matches(request))) {
      this.#waiters.delete(waiter);
      waiter.resolve(request);
    }
  }
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}
