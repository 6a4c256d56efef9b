import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Answer } from '../kit/answer.ts';
import { Call, type Memory } from '../kit/call.ts';
import type { FindOperation } from '../kit/operations.ts';
import { signAgain } from '../kit/signature.ts';
import type { Push, Tools, Violation } from '../kit/violation.ts';
import { asker, endToEndHeaders, exchange, toAnswer } from './upstream.ts';

const PREFIX = '/dc';
const PUSH_PREFIX = '/to/';

export interface Observer {
  answered(call: Call, answer: Answer): void;
  pushed(push: Push): void;
}

export interface ProxyOptions {
  backendUrl: string;
  findOperation: FindOperation;
  adminToken: () => Promise<string>;
  /** Whether the body of a request is what the contract allows. */
  isValid(call: Call): boolean;
}

/** Stands between the cases and a backend that keeps the contract, and breaks it in one way at a time. */
export class ViolatingProxy {
  observer: Observer | undefined;
  readonly #options: ProxyOptions;
  readonly #ask: (call: Call) => Promise<Answer>;
  readonly #server = createServer((incoming, outgoing) => {
    this.#serve(incoming, outgoing).catch((error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end(`the proxy failed: ${error}`);
    });
  });
  #violation: Violation | undefined;
  #memory: Memory = new Map();
  readonly #secrets = new Set<string>();

  private constructor(options: ProxyOptions) {
    this.#options = options;
    this.#ask = asker(options.backendUrl);
  }

  static async start(options: ProxyOptions): Promise<ViolatingProxy> {
    const proxy = new ViolatingProxy(options);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get #origin(): string {
    // Cast: a server that listens on a port has an address of this type.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return this.#origin + PREFIX;
  }

  /** Breaks the contract in this way from now on, or keeps it. */
  break(violation: Violation | undefined): void {
    this.#violation = violation;
    this.#memory = new Map();
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = incoming.url ?? '/';
    const body = await buffer(incoming);
    if (url.startsWith(PUSH_PREFIX)) return this.#deliver(url.slice(PUSH_PREFIX.length), incoming, body, outgoing);
    const path = url.replace(PREFIX, '') || '/';
    const parsed = new URL(path, this.#origin);
    const found = this.#options.findOperation(incoming.method ?? 'GET', parsed.pathname);
    const headers = endToEndHeaders(incoming.headers);
    const rewrittenBody = found?.operation.tag === 'data_subscriber' ? this.#throughProxy(body) : body;
    if (!found) {
      const target = new URL(this.#options.backendUrl + path);
      const answer = await toAnswer(await exchange(target, { method: incoming.method ?? 'GET', headers, body }));
      return this.#send(answer, outgoing);
    }
    const call = new Call(found.operation, found.params, parsed, headers, rewrittenBody);
    if (/\/events$/.test(call.operation.path)) return this.#stream(call, outgoing);
    this.#send(await this.#answer(call), outgoing);
  }

  async #answer(call: Call): Promise<Answer> {
    const violation = this.#applicable(call);
    if (!violation) {
      const answer = await this.#forward(call);
      this.observer?.answered(call, answer);
      return answer;
    }
    const tools: Tools = {
      memory: this.#memory,
      ask: (asked) => this.#forward(asked),
      adminToken: this.#options.adminToken,
    };
    const sent = await this.#edited(violation, call);
    const isOwn = violation.instead !== undefined && this.#options.isValid(call);
    const answer = (isOwn && (await violation.instead?.(sent, tools))) || (await this.#forward(sent));
    violation.response?.(answer, call, this.#memory);
    const { after } = violation;
    if (!after?.when(answer, call)) return answer;
    return (await after.run(answer, call.with({}), tools)) ?? answer;
  }

  /** A backend that ignores a filter or a field would still refuse a value that the contract does not allow. */
  async #edited(violation: Violation, call: Call): Promise<Call> {
    const sent = call.with({});
    violation.request?.(sent, this.#memory);
    const changes = sent.url !== call.url || !sent.body.equals(call.body);
    if (!changes || violation.editsRefused || call.query.has('ticket')) return sent;
    const isTaken = call.method === 'GET' ? (await this.#forward(call)).succeeded : this.#options.isValid(call);
    return isTaken ? sent : call.with({});
  }

  #applicable(call: Call): Violation | undefined {
    const violation = this.#violation;
    return violation?.on(call.operation) && (violation.when?.(call) ?? true) ? violation : undefined;
  }

  async #forward(call: Call): Promise<Answer> {
    const answer = await this.#ask(call);
    if (answer.isJson && call.operation.tag === 'data_subscriber' && answer.data?.secret)
      this.#secrets.add(answer.data.secret);
    if (answer.isJson && answer.body.includes(this.#origin + PUSH_PREFIX))
      answer.text = answer.text.replaceAll(this.#origin + PUSH_PREFIX, '');
    return answer;
  }

  /** Passes an event stream on, with the first event edited. */
  async #stream(call: Call, outgoing: ServerResponse): Promise<void> {
    const violation = this.#applicable(call);
    const sent = call.with({});
    violation?.request?.(sent, this.#memory);
    const message = await exchange(new URL(this.#options.backendUrl + sent.url), sent);
    outgoing.on('close', () => message.destroy());
    const chunks = message[Symbol.asyncIterator]();
    const first = await chunks.next();
    const answer = new Answer(
      message.statusCode ?? 502,
      endToEndHeaders(message.headers),
      first.value ?? Buffer.alloc(0),
    );
    if (!violation) this.observer?.answered(call, answer);
    violation?.response?.(answer, call, this.#memory);
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.write(answer.body);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) outgoing.write(next.value);
    outgoing.end();
  }

  #send(answer: Answer, outgoing: ServerResponse): void {
    const { status, headers, body } = answer;
    const length = status === 204 ? {} : { 'content-length': body.length };
    outgoing.writeHead(status, { ...headers, ...length }).end(body);
  }

  /** Leads pushes to receivers on this machine through the proxy, and addresses of the proxy to the backend. */
  #throughProxy(body: Buffer): Buffer {
    let sent: unknown;
    try {
      sent = JSON.parse(body.toString());
    } catch {
      return body;
    }
    if (typeof sent !== 'object' || sent === null || !('url' in sent) || typeof sent.url !== 'string') return body;
    const { url } = sent;
    const backend = new URL(this.#options.backendUrl).origin;
    if (url.startsWith(this.#origin)) sent.url = url.replace(this.#origin, backend);
    else if (/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?([/?]|$)/.test(url) && !url.startsWith(backend))
      sent.url = this.#origin + PUSH_PREFIX + url;
    return Buffer.from(JSON.stringify(sent));
  }

  async #deliver(target: string, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<void> {
    const push: Push = { url: target, headers: endToEndHeaders(incoming.headers), body: body.toString() };
    this.observer?.pushed(push);
    const original = structuredClone(push);
    this.#violation?.push?.(push, this.#memory);
    signAgain(original, push, this.#secrets);
    const sent = { method: 'POST', headers: push.headers, body: Buffer.from(push.body) };
    const message = await exchange(new URL(push.url), sent).catch(() => undefined);
    // A receiver that cannot be reached must look like that to the backend.
    if (!message) return void incoming.socket.destroy();
    const answer = await toAnswer(message);
    answer.status = this.#violation?.receiverStatus?.(answer.status) ?? answer.status;
    this.#send(answer, outgoing);
  }
}
