import type { Answer, Input } from './client.ts';
import type { ProposalData, RecordData } from './data.ts';
import type { Body, Kind } from './kind.ts';
import { type Prepared, prepare } from './prepare.ts';
import type { Records, State } from './records.ts';
import type { World } from './world.ts';

/** What a case finds when it begins. */
export class Scene {
  readonly world: World;
  readonly records: Records;
  /** The token that its request is sent with. */
  readonly token: string | undefined;
  readonly #kind: Kind | undefined;
  readonly #prepared: Prepared | undefined;

  constructor(world: World, records: Records, token?: string, kind?: Kind, prepared?: Prepared) {
    this.world = world;
    this.records = records;
    this.token = token;
    this.#kind = kind;
    this.#prepared = prepared;
  }

  get kind(): Kind {
    return given(this.#kind, 'a kind');
  }

  get record(): RecordData {
    return given(this.#prepared?.record, 'a record');
  }

  get proposal(): ProposalData {
    return given(this.#prepared?.proposal, 'a proposal');
  }

  /** Addresses the proposal in its present version. */
  get atProposal(): Input {
    return { params: { id: this.record.id }, version: this.proposal.version };
  }

  username(role: string): string {
    return this.world.sessions.username(role);
  }

  freshBody(): Promise<Body> {
    return this.records.freshBody(this.kind);
  }

  async another(state: State, by = 'editor'): Promise<RecordData> {
    return (await prepare(this.world, this.records, this.kind, state, by)).record;
  }

  /** Calls an operation of the kind besides the one under test; it must succeed. */
  call(verb: keyof Kind['ops'], role: string, input: Input): Promise<Answer> {
    return this.world.call(this.kind.ops[verb], role, input);
  }

  ask(verb: keyof Kind['ops'], role: string, input: Input): Promise<Answer> {
    return this.world.ask(this.kind.ops[verb], role, input);
  }
}

function given<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`this case has not asked for ${what}`);
  return value;
}
