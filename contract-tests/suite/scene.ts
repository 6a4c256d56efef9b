import type { Answer, RequestInput } from './client.ts';
import type { ProposalData, RecordData } from './data.ts';
import type { Body, Kind } from './kind.ts';
import { type Prepared, prepare } from './prepare.ts';
import type { Records, State } from './records.ts';
import type { TestBackend } from './test-backend.ts';

/** What a case has when its request is made: the backend, its records, and the prepared record. */
export class Scene {
  readonly backend: TestBackend;
  readonly records: Records;
  /** The token of its request. */
  readonly token: string | undefined;
  readonly #kind: Kind | undefined;
  readonly #prepared: Prepared | undefined;

  constructor(backend: TestBackend, records: Records, token?: string, kind?: Kind, prepared?: Prepared) {
    this.backend = backend;
    this.records = records;
    this.token = token;
    this.#kind = kind;
    this.#prepared = prepared;
  }

  get kind(): Kind {
    return requireValue(this.#kind, 'a kind');
  }

  get record(): RecordData {
    return requireValue(this.#prepared?.record, 'a record');
  }

  get proposal(): ProposalData {
    return requireValue(this.#prepared?.proposal, 'a proposal');
  }

  /** Path parameters and precondition for the proposal's current version. */
  get atProposal(): RequestInput {
    return { params: { id: this.record.id }, version: this.proposal.version };
  }

  username(role: string): string {
    return this.backend.sessions.username(role);
  }

  freshBody(): Promise<Body> {
    return this.records.freshBody(this.kind);
  }

  async another(state: State, by = 'editor'): Promise<RecordData> {
    return (await prepare(this.backend, this.records, this.kind, state, by)).record;
  }

  /** Calls another operation of the kind, which must succeed. */
  call(verb: keyof Kind['ops'], role: string, input: RequestInput): Promise<Answer> {
    return this.backend.call(this.kind.ops[verb], role, input);
  }

  ask(verb: keyof Kind['ops'], role: string, input: RequestInput): Promise<Answer> {
    return this.backend.ask(this.kind.ops[verb], role, input);
  }
}

function requireValue<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`this case has not asked for ${what}`);
  return value;
}
