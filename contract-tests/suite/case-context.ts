import { type PreparedRecord, prepareRecord } from './records/prepare-record.ts';
import type { RecordState, TestRecords } from './records/records.ts';
import type { Body, TestedEntity } from './records/tested-entity.ts';
import type { ApiResponse, RequestInput } from './requests/client.ts';
import type { ProposalData, RecordData } from './requests/response-data.ts';
import type { TestBackend } from './test-backend.ts';

/** The backend, records and token that the request and checks of a case use. */
export class CaseContext {
  readonly backend: TestBackend;
  readonly records: TestRecords;
  /** The token sent with the request. */
  readonly token: string | undefined;
  readonly #entity: TestedEntity | undefined;
  readonly #prepared: PreparedRecord | undefined;

  constructor(
    backend: TestBackend,
    records: TestRecords,
    token?: string,
    entity?: TestedEntity,
    prepared?: PreparedRecord,
  ) {
    this.backend = backend;
    this.records = records;
    this.token = token;
    this.#entity = entity;
    this.#prepared = prepared;
  }

  get entity(): TestedEntity {
    return requireValue(this.#entity, 'an entity');
  }

  get record(): RecordData {
    return requireValue(this.#prepared?.record, 'a record');
  }

  get proposal(): ProposalData {
    return requireValue(this.#prepared?.proposal, 'a proposal');
  }

  /** The path parameters and the If-Match version for the proposal. */
  get proposalTarget(): RequestInput {
    return { params: { id: this.record.id }, version: this.proposal.version };
  }

  username(role: string): string {
    return this.backend.sessions.username(role);
  }

  freshBody(): Promise<Body> {
    return this.records.freshBody(this.entity);
  }

  async createOther(state: RecordState, author = 'editor'): Promise<RecordData> {
    return (await prepareRecord(this.backend, this.records, this.entity, state, author)).record;
  }

  /** Calls another operation of the entity, which must succeed. */
  call(verb: keyof TestedEntity['operations'], role: string, input: RequestInput): Promise<ApiResponse> {
    return this.backend.call(this.entity.operations[verb], role, input);
  }

  /** Calls another operation of the entity, which may fail. */
  tryCall(verb: keyof TestedEntity['operations'], role: string, input: RequestInput): Promise<ApiResponse> {
    return this.backend.tryCall(this.entity.operations[verb], role, input);
  }
}

function requireValue<T>(value: T | undefined, description: string): T {
  if (value === undefined) throw new Error(`this case does not declare that it needs ${description}`);
  return value;
}
