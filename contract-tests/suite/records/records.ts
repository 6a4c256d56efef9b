import type { BodyField } from '../../contract/body-fields.ts';
import type { RequestInput } from '../requests/client.ts';
import type { RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import { changedBody } from '../values/changed-body.ts';
import { messageOf } from '../verdict.ts';
import type { Body, TestedEntity } from './tested-entity.ts';

export type RecordState =
  | 'pending'
  | 'rejected'
  | 'approved'
  | 'active'
  | 'inactive'
  /** Active and changed since its first version. */
  | 'revised'
  | 'deleted'
  | 'update proposed'
  | 'deletion proposed'
  | 'restoration proposed';

/** The transitions that bring a new record to a status. */
const eventsToStatus: Record<string, string[]> = {
  rejected: ['reject'],
  approved: ['approve'],
  active: ['approve', 'activate'],
  inactive: ['approve', 'activate', 'deactivate'],
};

/** Creates records through the API under test, and deletes them afterwards. */
export class TestRecords {
  readonly #backend: TestBackend;
  readonly #created: { entity: TestedEntity; record: RecordData }[] = [];
  readonly #keepsCodes: boolean;
  #bodyCount = 0;

  /** With `keepsCodes`, values of unique fields are never reused, because the records stay for other cases. */
  constructor(backend: TestBackend, keepsCodes = false) {
    this.#backend = backend;
    this.#keepsCodes = keepsCodes;
  }

  track(entity: TestedEntity, record: RecordData): void {
    this.#created.push({ entity, record });
    this.#backend.created.set(`${entity.tag} ${record.id}`, nameOf(entity, record));
  }

  /** Returns the entity's most recently created record, as it was at creation. */
  lastCreated(entity: TestedEntity): RecordData {
    return requireRecord(this.#created.findLast((created) => created.entity === entity)?.record);
  }

  /** Returns a body with unused codes. Codes rotate, so a code that was just freed is not reused at once. */
  async freshBody(entity: TestedEntity): Promise<Body> {
    const bodyIndex = this.#bodyCount++;
    const body = { ...(await this.#backend.referenceTargets.exampleBody(entity)) };
    for (const field of entity.fields.filter((candidate) => needsUniqueValue(entity, candidate))) {
      body[field.path.join()] = await this.#backend.unusedValues.pick(
        entity,
        field,
        this.#keepsCodes ? 'never reused' : bodyIndex,
      );
    }
    return { ...body, [entity.searchField]: `Sample ${String(body[entity.identityField]).replace(/\W/g, '')}` };
  }

  async create(entity: TestedEntity, status: string, author: string, body?: Body): Promise<RecordData> {
    const { data } = await this.#backend.call(entity.operations.create, author, {
      body: body ?? (await this.freshBody(entity)),
    });
    let record = requireRecord(data.record);
    this.track(entity, record);
    for (const event of eventsToStatus[status] ?? []) record = await this.transition(entity, record, event);
    return record;
  }

  async transition(entity: TestedEntity, record: RecordData, event: string): Promise<RecordData> {
    const body = event === 'reject' ? { event, reason: 'not yet complete' } : { event };
    const { data } = await this.#backend.call(entity.operations.transition, 'reviewer', {
      ...versionedTarget(record),
      body,
    });
    return requireRecord(data.record);
  }

  async update(entity: TestedEntity, record: RecordData, author: string): Promise<RecordData> {
    const { data } = await this.#backend.call(entity.operations.update, author, {
      ...versionedTarget(record),
      body: changedBody(entity, record),
    });
    return requireRecord(data.record);
  }

  /** Deletes all records, newest first, so that records are deleted before those they refer to. @throws at the end, with what is left */
  async deleteAll(): Promise<undefined> {
    const failures: string[] = [];
    for (const { entity, record } of this.#created.splice(0).reverse())
      await this.#delete(entity, record.id).then(
        () => this.#backend.created.delete(`${entity.tag} ${record.id}`),
        (error: unknown) =>
          failures.push(`${nameOf(entity, record)}: ${messageOf(error).replace('preparation failed, ', '')}`),
      );
    if (failures.length > 0) throw new Error(failures.join('; '));
  }

  async #delete(entity: TestedEntity, id: number): Promise<void> {
    const response = await this.#backend.tryCall(entity.operations.get, 'admin', { params: { id } });
    if (response.status === 404) return;
    let record = requireRecord(response.data.record);
    if (entity.review === 'second-person') record = await this.#withoutProposal(entity, record);
    await this.#backend.call(entity.operations.remove, 'admin', versionedTarget(record));
  }

  async #withoutProposal(entity: TestedEntity, record: RecordData): Promise<RecordData> {
    // Pending and rejected records have no proposals.
    if (['pending', 'rejected'].includes(record.status)) return record;
    const { data } = await this.#backend.tryCall(entity.operations.proposal, 'admin', { params: { id: record.id } });
    const proposal = data.proposal;
    if (proposal)
      await this.#backend.call(entity.operations.withdraw, 'admin', {
        params: { id: record.id },
        version: proposal.version,
      });
    return record.status === 'active' ? this.transition(entity, record, 'deactivate') : record;
  }
}

const nameOf = ({ tag, identityField }: TestedEntity, record: RecordData): string =>
  `${tag} ${String(record[identityField] ?? '')} (id ${record.id})`;

/** Returns the path parameters and the If-Match version for a record. */
export function versionedTarget(record: RecordData): RequestInput {
  return { params: { id: record.id }, version: record.version };
}

/** Returns true for the identifying field and for every other unique code. */
function needsUniqueValue({ identityField, example }: TestedEntity, { path, schema, readOnly }: BodyField): boolean {
  const [name = ''] = path;
  if (path.length > 1 || readOnly) return false;
  return name === identityField || (schema['x-case'] === 'upper' && !schema['x-reference'] && Boolean(example[name]));
}

export function requireRecord(record: RecordData | null | undefined): RecordData {
  if (!record) throw new Error('the response has no record');
  return record;
}
