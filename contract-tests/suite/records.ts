import type { Place } from '../contract/places.ts';
import { changed } from './change.ts';
import type { Input } from './client.ts';
import type { RecordData } from './data.ts';
import type { Body, Kind } from './kind.ts';
import type { World } from './world.ts';

export type State =
  | 'pending'
  | 'rejected'
  | 'approved'
  | 'active'
  | 'inactive'
  /** Active, and changed since its first version. */
  | 'revised'
  | 'deleted'
  | 'update proposed'
  | 'deletion proposed'
  | 'restoration proposed';

/** The events that lead from creation to a status. */
const ways: Record<string, string[]> = {
  rejected: ['reject'],
  approved: ['approve'],
  active: ['approve', 'activate'],
  inactive: ['approve', 'activate', 'deactivate'],
};

/** Records made for cases, and taken away again. */
export class Records {
  readonly #world: World;
  readonly #made: { kind: Kind; record: RecordData }[] = [];
  readonly #keeps: boolean;
  #turn = 0;

  /** Records that are kept for other cases keep their codes too. */
  constructor(world: World, keeps = false) {
    this.#world = world;
    this.#keeps = keeps;
  }

  remember(kind: Kind, record: RecordData): void {
    this.#made.push({ kind, record });
  }

  /** The record of a kind that was made last, as it then was. */
  last(kind: Kind): RecordData {
    return recordIn(this.#made.findLast((made) => made.kind === kind)?.record);
  }

  /** A body with codes that are nobody's; they come round, so that a freed one is not at once taken again. */
  async freshBody(kind: Kind): Promise<Body> {
    const turn = this.#turn++;
    const body = { ...(await this.#world.targets.example(kind)) };
    for (const place of kind.places.filter((one) => isOwn(kind, one))) {
      body[place.path.join()] = await this.#world.freeValues.pick(kind, place, this.#keeps ? 'for good' : turn);
    }
    return { ...body, [kind.text]: `Sample ${String(body[kind.identity]).replace(/\W/g, '')}` };
  }

  async make(kind: Kind, status: string, by: string, body?: Body): Promise<RecordData> {
    const { data } = await this.#world.call(kind.ops.create, by, { body: body ?? (await this.freshBody(kind)) });
    let record = recordIn(data.record);
    this.remember(kind, record);
    for (const event of ways[status] ?? []) record = await this.move(kind, record, event);
    return record;
  }

  async move(kind: Kind, record: RecordData, event: string): Promise<RecordData> {
    const body = event === 'reject' ? { event, reason: 'not yet complete' } : { event };
    const { data } = await this.#world.call(kind.ops.transition, 'reviewer', { ...at(record), body });
    return recordIn(data.record);
  }

  async update(kind: Kind, record: RecordData, by: string): Promise<RecordData> {
    const { data } = await this.#world.call(kind.ops.update, by, { ...at(record), body: changed(kind, record) });
    return recordIn(data.record);
  }

  /** Deletes what was made, what refers before what it refers to, from a status that needs no second person. */
  async tidy(): Promise<undefined> {
    for (const {
      kind,
      record: { id },
    } of this.#made.splice(0).reverse()) {
      const found = await this.#world.ask(kind.ops.get, 'admin', { params: { id } });
      if (found.status === 404) continue;
      let record = recordIn(found.data.record);
      if (kind.review === 'second-person') record = await this.#withoutProposal(kind, record);
      await this.#world.call(kind.ops.remove, 'admin', at(record));
    }
  }

  async #withoutProposal(kind: Kind, record: RecordData): Promise<RecordData> {
    // Beside what is pending or rejected there is none.
    if (['pending', 'rejected'].includes(record.status)) return record;
    const { data } = await this.#world.ask(kind.ops.proposal, 'admin', { params: { id: record.id } });
    const open = data.proposal;
    if (open) await this.#world.call(kind.ops.withdraw, 'admin', { params: { id: record.id }, version: open.version });
    return record.status === 'active' ? this.move(kind, record, 'deactivate') : record;
  }
}

/** Addresses a record in its present version. */
export function at(record: RecordData): Input {
  return { params: { id: record.id }, version: record.version };
}

/** Whether a record needs a value of its own there: its identity, and every other code that is its own. */
function isOwn({ identity, example }: Kind, { path, schema, readOnly }: Place): boolean {
  const [name = ''] = path;
  if (path.length > 1 || readOnly) return false;
  return name === identity || (schema['x-case'] === 'upper' && !schema['x-reference'] && Boolean(example[name]));
}

function recordIn(record: RecordData | null | undefined): RecordData {
  if (!record) throw new Error('the answer holds no record');
  return record;
}
