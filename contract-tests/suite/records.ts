import type { BodyField } from '../contract/places.ts';
import { changedBody } from './change.ts';
import type { RequestInput } from './client.ts';
import type { RecordData } from './data.ts';
import type { Body, Kind } from './kind.ts';
import type { TestBackend } from './test-backend.ts';

export type State =
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

/** The events that lead from creation to a status. */
const eventsToStatus: Record<string, string[]> = {
  rejected: ['reject'],
  approved: ['approve'],
  active: ['approve', 'activate'],
  inactive: ['approve', 'activate', 'deactivate'],
};

/** Records that cases create; all are deleted afterwards. */
export class Records {
  readonly #backend: TestBackend;
  readonly #created: { kind: Kind; record: RecordData }[] = [];
  readonly #keepsCodes: boolean;
  #bodyCount = 0;

  /** With `keepsCodes`, values of unique fields are never used again, because the records stay for other cases. */
  constructor(backend: TestBackend, keepsCodes = false) {
    this.#backend = backend;
    this.#keepsCodes = keepsCodes;
  }

  remember(kind: Kind, record: RecordData): void {
    this.#created.push({ kind, record });
  }

  /** The record of a kind that was created last, as it was then. */
  last(kind: Kind): RecordData {
    return requireRecord(this.#created.findLast((created) => created.kind === kind)?.record);
  }

  /** A body with unused codes. Codes rotate, so that one just freed is not used again at once. */
  async freshBody(kind: Kind): Promise<Body> {
    const bodyNumber = this.#bodyCount++;
    const body = { ...(await this.#backend.targets.example(kind)) };
    for (const field of kind.places.filter((field) => needsUniqueValue(kind, field))) {
      body[field.path.join()] = await this.#backend.freeValues.pick(
        kind,
        field,
        this.#keepsCodes ? 'for good' : bodyNumber,
      );
    }
    return { ...body, [kind.text]: `Sample ${String(body[kind.identity]).replace(/\W/g, '')}` };
  }

  async make(kind: Kind, status: string, by: string, body?: Body): Promise<RecordData> {
    const { data } = await this.#backend.call(kind.ops.create, by, { body: body ?? (await this.freshBody(kind)) });
    let record = requireRecord(data.record);
    this.remember(kind, record);
    for (const event of eventsToStatus[status] ?? []) record = await this.move(kind, record, event);
    return record;
  }

  async move(kind: Kind, record: RecordData, event: string): Promise<RecordData> {
    const body = event === 'reject' ? { event, reason: 'not yet complete' } : { event };
    const { data } = await this.#backend.call(kind.ops.transition, 'reviewer', { ...targetOf(record), body });
    return requireRecord(data.record);
  }

  async update(kind: Kind, record: RecordData, by: string): Promise<RecordData> {
    const { data } = await this.#backend.call(kind.ops.update, by, {
      ...targetOf(record),
      body: changedBody(kind, record),
    });
    return requireRecord(data.record);
  }

  /** Deletes all records, newest first, so that references go before their targets. */
  async deleteAll(): Promise<undefined> {
    for (const {
      kind,
      record: { id },
    } of this.#created.splice(0).reverse()) {
      const found = await this.#backend.ask(kind.ops.get, 'admin', { params: { id } });
      if (found.status === 404) continue;
      let record = requireRecord(found.data.record);
      if (kind.review === 'second-person') record = await this.#withoutProposal(kind, record);
      await this.#backend.call(kind.ops.remove, 'admin', targetOf(record));
    }
  }

  async #withoutProposal(kind: Kind, record: RecordData): Promise<RecordData> {
    // Pending and rejected records have no proposals.
    if (['pending', 'rejected'].includes(record.status)) return record;
    const { data } = await this.#backend.ask(kind.ops.proposal, 'admin', { params: { id: record.id } });
    const proposal = data.proposal;
    if (proposal)
      await this.#backend.call(kind.ops.withdraw, 'admin', { params: { id: record.id }, version: proposal.version });
    return record.status === 'active' ? this.move(kind, record, 'deactivate') : record;
  }
}

/** Path parameters and precondition for a record's current version. */
export function targetOf(record: RecordData): RequestInput {
  return { params: { id: record.id }, version: record.version };
}

/** Whether a field needs an unused value: the identifying field, and every other unique code. */
function needsUniqueValue({ identity, example }: Kind, { path, schema, readOnly }: BodyField): boolean {
  const [name = ''] = path;
  if (path.length > 1 || readOnly) return false;
  return name === identity || (schema['x-case'] === 'upper' && !schema['x-reference'] && Boolean(example[name]));
}

function requireRecord(record: RecordData | null | undefined): RecordData {
  if (!record) throw new Error('the answer holds no record');
  return record;
}
