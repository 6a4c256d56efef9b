import { type Data, type Headers, parseJson } from './call.ts';

/** A response on its way to the client. */
export class Answer {
  status: number;
  headers: Headers;
  #body: Buffer;
  #json: Data;

  constructor(status: number, headers: Headers, body: Buffer | string) {
    this.status = status;
    this.headers = headers;
    this.#body = Buffer.from(body);
  }

  get contentType(): string {
    return this.headers['content-type']?.split(';')[0] ?? '';
  }

  get isJson(): boolean {
    return this.contentType === 'application/json';
  }

  get succeeded(): boolean {
    return this.status < 300;
  }

  /** The parsed body, which may be edited in place. */
  get json(): Data {
    if (this.isJson && this.#json === undefined) this.#json = parseJson(this.#body);
    return this.#json;
  }

  set json(value: Data) {
    this.#json = value;
  }

  get data(): Data {
    return this.json?.data;
  }

  get key(): string | undefined {
    return this.data?.key;
  }

  get text(): string {
    return this.body.toString();
  }

  set text(value: string) {
    this.body = Buffer.from(value);
  }

  get body(): Buffer {
    return this.#json === undefined ? this.#body : Buffer.from(JSON.stringify(this.#json));
  }

  set body(value: Buffer) {
    this.#body = value;
    this.#json = undefined;
  }

  /** Sets the status together with the `code` of the envelope, which equals it. */
  setStatus(status: number): void {
    this.status = status;
    if (this.json) this.json.code = status;
  }

  copy(): Answer {
    return new Answer(this.status, { ...this.headers }, this.body);
  }

  /** Equal for answers that a client cannot tell apart. */
  fingerprint(): string {
    const { status, headers } = this;
    return JSON.stringify([status, headers, this.json ?? this.#body.toString('latin1')]);
  }
}

export function jsonAnswer(status: number, data: Data, message = 'OK', headers: Headers = {}): Answer {
  const body = JSON.stringify({ code: status, message, data });
  return new Answer(status, { 'content-type': 'application/json; charset=utf-8', ...headers }, body);
}
