import { randomBytes } from 'node:crypto';
import { cachedPromise } from '../cached-promise.ts';
import type { ProposalData, RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import { alternativeBody } from '../values/alternative-body.ts';
import { changedBody } from '../values/changed-body.ts';
import { minimalBody, partialBody } from '../values/reduced-bodies.ts';
import { requireRecord, TestRecords, versionedTarget } from './records.ts';
import type { Body, TestedEntity } from './tested-entity.ts';

/** Records of all statuses, with and without values, which nobody else changes. */
export interface RecordBatch {
  records: RecordData[];
  /** List parameters that only these records match. */
  query: Record<string, string>;
  /** The text that their names begin with, or that is their source. */
  token: string;
  /** The open proposal, which the admin made to the first record, of kinds that are reviewed. */
  proposal: ProposalData | undefined;
}

type BodyKind = 'complete' | 'partial' | 'minimal' | 'alternative';

/** Each record by the letter in its name, which is not the order of the ids. The last ones share a letter. */
const plan: { letter: string; body: BodyKind; status: string }[] = [
  { letter: 'K', body: 'complete', status: 'active' },
  { letter: 'C', body: 'minimal', status: 'pending' },
  { letter: 'H', body: 'alternative', status: 'active' },
  { letter: 'A', body: 'complete', status: 'approved' },
  { letter: 'J', body: 'minimal', status: 'pending' },
  { letter: 'B', body: 'alternative', status: 'inactive' },
  { letter: 'E', body: 'partial', status: 'rejected' },
  { letter: 'G', body: 'minimal', status: 'pending' },
  { letter: 'D', body: 'alternative', status: 'approved' },
  { letter: 'F', body: 'complete', status: 'pending' },
  { letter: 'F', body: 'minimal', status: 'pending' },
];

/** Creates a batch of records per entity, once for all cases that only read them. */
export class RecordBatches {
  readonly #backend: TestBackend;
  readonly #records: TestRecords;
  readonly #batches = new Map<string, Promise<RecordBatch>>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
    this.#records = new TestRecords(backend, true);
  }

  async get(entity: TestedEntity): Promise<RecordBatch> {
    // A failure is kept, so that a fault of one kind does not use up its codes.
    const batch = cachedPromise(this.#batches, entity.tag, () => this.#create(entity), { keepsFailure: true });
    return structuredClone(await batch);
  }

  async deleteAll(): Promise<void> {
    this.#batches.clear();
    await this.#records.deleteAll();
  }

  async #create(entity: TestedEntity): Promise<RecordBatch> {
    const token = `Q${randomBytes(5).toString('hex')}`;
    const records: RecordData[] = [];
    for (const { letter, body, status } of plan) {
      const name = entity.searchField === 'name' ? `${token} ${letter}` : token;
      const values = { ...(await this.#body(entity, body, records[0])), [entity.searchField]: name };
      records.push(await this.#records.create(entity, status, 'editor', values));
    }
    // one that somebody else has changed last
    const [, second] = records;
    records[1] = await this.#records.update(entity, requireRecord(second), 'admin');
    return {
      records: await Promise.all(records.map(({ id }) => this.#read(entity, id))),
      token,
      query: this.#query(entity, token),
      proposal: entity.review === 'none' ? undefined : await this.#propose(entity, requireRecord(records[0])),
    };
  }

  #query({ operations, searchField }: TestedEntity, token: string): Record<string, string> {
    const hasViews = operations.list.parameters.some(({ name }) => name === 'view');
    return { [searchField]: token, ...(hasViews && { view: 'all' }) };
  }

  async #body(entity: TestedEntity, kind: BodyKind, first: RecordData | undefined): Promise<Body> {
    if (kind === 'alternative') {
      const parents = entity.references.filter(({ target, path }) => target === entity.tag && path.length === 1);
      const body = await alternativeBody(this.#backend, entity, this.#records);
      return { ...body, ...Object.fromEntries(parents.map(({ path }) => [path[0], first?.code ?? null])) };
    }
    const body = await this.#records.freshBody(entity);
    if (kind === 'partial') return partialBody(entity, body);
    return kind === 'minimal' ? minimalBody(entity, body) : body;
  }

  async #read({ operations }: TestedEntity, id: number): Promise<RecordData> {
    return requireRecord((await this.#backend.call(operations.get, 'admin', { params: { id } })).data.record);
  }

  async #propose(entity: TestedEntity, record: RecordData): Promise<ProposalData | undefined> {
    const input = { ...versionedTarget(record), body: changedBody(entity, record) };
    return (await this.#backend.call(entity.operations.update, 'admin', input)).data.proposal;
  }
}
