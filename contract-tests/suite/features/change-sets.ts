import { randomUUID } from 'node:crypto';
import type { CaseContext } from '../case-context.ts';
import type { TestedEntity } from '../records/tested-entity.ts';
import type { ApiResponse, RequestInput } from '../requests/client.ts';
import type { RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import { changedBody, changePointer } from '../values/changed-body.ts';

export interface ChangeSetData {
  id: number;
  title: string;
  note: string | null;
  status: string;
  version: number;
  items: Record<string, number>;
  unsound: number;
  author: string;
  contributors: string[];
  ownWork: boolean;
  secondPerson: boolean;
  submitTime: string | null;
  submittedBy?: string;
  endedBy?: string;
  decision: { by: string; reason?: string } | null;
  releaseTime: string | null;
  effectiveOn: string | null;
  effectiveTime: string | null;
  zone: string | null;
  revertsId?: number;
  revertId?: number;
  task?: { event: string; total: number };
}

export interface ItemData {
  id: number;
  action: string;
  event: string | null;
  recordId: number | null;
  version: number;
  changes: string[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  problems: { pointer: string; rule: string }[];
  outcome: string | null;
  changedSince?: { pointer: string; live?: unknown; former?: unknown }[];
  overwrites?: string[];
  reason?: string;
}

// Casts: the responses were validated against the contract before.
export const changeSetIn = ({ data }: Pick<ApiResponse, 'data'>): ChangeSetData =>
  (data as unknown as { changeSet: ChangeSetData }).changeSet;
export const itemIn = ({ data }: Pick<ApiResponse, 'data'>): ItemData => (data as unknown as { item: ItemData }).item;

/** Returns the body of an item that changes a record. */
export const updateItem = (entity: TestedEntity, record: RecordData) => ({
  entity: entity.tag,
  action: 'update',
  recordId: record.id,
  recordVersion: record.version,
  values: changedBody(entity, record),
});

/** Returns the path parameters and the If-Match version for a set. */
export const targetOf = ({ id, version }: ChangeSetData): RequestInput => ({ params: { id }, version });

/** Puts together change sets through the API under test, by default as the editor, and withdraws them at the end. */
export class ChangeSets {
  readonly #backend: TestBackend;
  readonly #ids: number[] = [];

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  /** The ids of the sets that are not deleted yet, in the order in which they were begun. */
  get ids(): readonly number[] {
    return this.#ids;
  }

  newBody() {
    return { title: `sample ${randomUUID().slice(0, 8)}` };
  }

  track(response: ApiResponse): ChangeSetData {
    const changeSet = changeSetIn(response);
    this.#ids.push(changeSet.id);
    this.#backend.created.set(`change set ${changeSet.id}`, `change set “${changeSet.title}” (id ${changeSet.id})`);
    return changeSet;
  }

  async create(role = 'editor'): Promise<ChangeSetData> {
    return this.track(await this.#call('createChangeSet', { body: this.newBody() }, role));
  }

  async add(
    { id }: Pick<ChangeSetData, 'id'>,
    body: object,
    role = 'editor',
  ): Promise<{ changeSet: ChangeSetData; item: ItemData }> {
    const response = await this.#call('addChangeSetItem', { params: { id }, body }, role);
    return { changeSet: changeSetIn(response), item: itemIn(response) };
  }

  async createWith(...bodies: object[]): Promise<ChangeSetData> {
    let changeSet = await this.create();
    for (const body of bodies) ({ changeSet } = await this.add(changeSet, body));
    return changeSet;
  }

  /** Gives a set a date as the editor. */
  async setDate(changeSet: ChangeSetData, effectiveOn: string): Promise<ChangeSetData> {
    const body = { title: changeSet.title, effectiveOn };
    return changeSetIn(await this.#call('updateChangeSet', { ...targetOf(changeSet), body }, 'editor'));
  }

  /** Triggers an event: the reviewer decides, the editor does all else. */
  async transition(changeSet: ChangeSetData, event: string): Promise<ChangeSetData> {
    const decides = event === 'approve' || event === 'reject';
    const body = event === 'reject' ? { event, reason: 'not yet complete' } : { event };
    const input = { ...targetOf(changeSet), body };
    return changeSetIn(await this.#call('transitionChangeSet', input, decides ? 'reviewer' : 'editor'));
  }

  async get(id: number): Promise<ChangeSetData> {
    return changeSetIn(await this.#call('getChangeSet', { params: { id } }, 'editor'));
  }

  /** Reads a set that something else than `createChangeSet` has made. */
  async trackById(id: number): Promise<ChangeSetData> {
    return this.track(await this.#call('getChangeSet', { params: { id } }, 'editor'));
  }

  async listItems({ id }: Pick<ChangeSetData, 'id'>): Promise<ItemData[]> {
    const { data } = await this.#call('listChangeSetItems', { params: { id } }, 'editor');
    return data.items as ItemData[]; // Cast: validated before.
  }

  /** Withdraws sets that were not released; the records of the others are deleted like those of all cases. */
  async deleteAll(): Promise<void> {
    for (const id of this.#ids.splice(0)) {
      const input = { params: { id }, version: '*' as const, body: { event: 'withdraw' } };
      await this.#backend.tryCall(this.#backend.operation('transitionChangeSet'), 'admin', input);
      this.#backend.created.delete(`change set ${id}`);
    }
  }

  #call(id: string, input: RequestInput, role: string): Promise<ApiResponse> {
    return this.#backend.call(this.#backend.operation(id), role, input);
  }
}

/** Creates the set that a case is about: with one item, brought to a status by events. */
export type PrepareSet = (context: CaseContext) => Promise<ChangeSetData>;

export const setAfter =
  (...events: string[]): PrepareSet =>
  async ({ backend, entity, record }) => {
    let changeSet = await backend.changeSets.createWith(updateItem(entity, record));
    for (const event of events) changeSet = await backend.changeSets.transition(changeSet, event);
    return changeSet;
  };
export const emptySet: PrepareSet = ({ backend }) => backend.changeSets.create();

/** A released set of which somebody else has changed the field since. */
export const setChangedSince: PrepareSet = async (context) => {
  const { backend, entity, record } = context;
  const released = await setAfter('submit', 'approve')(context);
  const current = (await backend.call(entity.operations.get, 'admin', { params: { id: record.id } })).data.record;
  // Cast: validated before.
  const update = updateItem(entity, current as RecordData);
  const other = await backend.changeSets.createWith({
    ...update,
    values: { ...update.values, [changePointer(entity).slice(1)]: 'Something else' },
  });
  await backend.changeSets.transition(await backend.changeSets.transition(other, 'submit'), 'approve');
  return released;
};

/** More items than a request works on; a task finds that all of them create the same record. */
const ITEMS_OF_TASK = 101;

export const largeSet: PrepareSet = async (context) => {
  const { changeSets } = context.backend;
  const changeSet = await changeSets.create();
  const values = await context.freshBody();
  const body = { entity: context.entity.tag, action: 'create', become: 'pending', values };
  await Promise.all(Array.from({ length: ITEMS_OF_TASK }, () => changeSets.add(changeSet, body)));
  return changeSets.get(changeSet.id);
};

/** A day that is ahead for as long as the sample lasts. */
export const FUTURE_DAY = '2099-04-06';
export const LATER_DAY = '2099-10-01';

/** Like `setAfter`, with a date that is ahead. */
export const datedSetAfter =
  (...events: string[]): PrepareSet =>
  async (context) => {
    const { changeSets } = context.backend;
    let changeSet = await changeSets.setDate(await setAfter()(context), FUTURE_DAY);
    for (const event of events) changeSet = await changeSets.transition(changeSet, event);
    return changeSet;
  };
