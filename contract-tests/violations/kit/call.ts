import type { EntityVerb } from '../../contract/entities.ts';

// biome-ignore lint/suspicious/noExplicitAny: violations edit bodies of every operation, whose shapes only the contract knows.
export type Data = any;

/** What a violation keeps between requests. */
export type Memory = Map<string, Data>;

/** An operation of the contract, with its verb and kind where it is one that every kind of record has. */
export interface CalledOperation {
  id: string;
  method: string;
  path: string;
  tag: string;
  /** The names of the parameters in its query. */
  parameters: string[];
  verb?: EntityVerb | undefined;
}

export type Headers = Record<string, string>;

/** A request to an operation, on its way to the backend. */
export class Call {
  readonly operation: CalledOperation;
  readonly params: Record<string, string>;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: Buffer;

  constructor(operation: CalledOperation, params: Record<string, string>, url: URL, headers: Headers, body: Buffer) {
    this.operation = operation;
    this.params = params;
    this.method = operation.method.toUpperCase();
    this.path = url.pathname;
    this.query = new URLSearchParams(url.search);
    this.headers = headers;
    this.body = body;
  }

  /** The bearer token, empty without one. */
  get token(): string {
    return this.headers.authorization?.replace(/^Bearer /, '') ?? '';
  }

  get url(): string {
    return this.query.size > 0 ? `${this.path}?${this.query}` : this.path;
  }

  get json(): Data {
    return parseJson(this.body);
  }

  set json(value: Data) {
    this.body = Buffer.from(JSON.stringify(value));
  }

  /** Returns a copy in which the given members differ. */
  with(changes: Partial<Pick<Call, 'method' | 'path' | 'query' | 'headers' | 'body'>>): Call {
    const copy = Object.assign(Object.create(Call.prototype), this) as Call; // Cast: Object.create returns any.
    copy.query = new URLSearchParams(this.query);
    copy.headers = { ...this.headers };
    return Object.assign(copy, changes);
  }

  /** Returns the request with another token and, by default, everything else the same. */
  as(token: string, changes: Parameters<Call['with']>[0] = {}): Call {
    const copy = this.with(changes);
    copy.headers = { ...copy.headers, authorization: `Bearer ${token}` };
    return copy;
  }

  /** Returns a request that reads the record, or another path. */
  reading(path: string = this.path): Call {
    const { 'content-type': _type, 'if-match': _version, ...headers } = this.headers;
    return this.with({ method: 'GET', path, query: new URLSearchParams(), headers, body: Buffer.alloc(0) });
  }

  fingerprint(): string {
    return JSON.stringify([this.method, this.url, this.headers, this.body.toString('latin1')]);
  }
}

export function parseJson(body: Buffer): Data {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
