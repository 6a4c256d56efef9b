import type { Input } from './client.ts';
import { likelyFree } from './codes.ts';
import type { RecordData } from './data.ts';
import { type Body, bodyOf, type Kind } from './kind.ts';
import type { World } from './world.ts';

export type State =
  | 'pending'
  | 'rejected'
  | 'approved'
  | 'active'
  | 'inactive'
  /** Active, under another name than in its first version. */
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
  readonly #made: { kind: Kind; id: number }[] = [];
  #turn = 0;

  constructor(world: World) {
    this.#world = world;
  }

  remember(kind: Kind, id: number): void {
    this.#made.push({ kind, id });
  }

  /** A body with a code that is nobody's; codes come round, so that a freed one is not at once taken again. */
  async freshBody(kind: Kind): Promise<Body> {
    const values = likelyFree(kind.identitySchema);
    for (let tries = 0; tries < values.length; tries += 1) {
      const value = values[this.#turn++ % values.length] ?? '';
      if (await this.#isFree(kind, value)) return { ...kind.example, [kind.identity]: value, name: `Sample ${value}` };
    }
    throw new Error(`no ${kind.identity} is free for a ${kind.tag}; delete some of ${values.join(' ')}`);
  }

  async #isFree({ ops, identity }: Kind, value: string): Promise<boolean> {
    if (!ops.list.parameters.some(({ name }) => name === identity)) return true;
    const { data } = await this.#world.call(ops.list, 'admin', { query: { [identity]: value } });
    return data.total === 0;
  }

  async make(kind: Kind, status: string, by: string, body?: Body): Promise<RecordData> {
    const { data } = await this.#world.call(kind.ops.create, by, { body: body ?? (await this.freshBody(kind)) });
    let record = recordIn(data.record);
    this.remember(kind, record.id);
    for (const event of ways[status] ?? []) record = await this.move(kind, record, event);
    return record;
  }

  async move(kind: Kind, record: RecordData, event: string): Promise<RecordData> {
    const body = event === 'reject' ? { event, reason: 'not yet complete' } : { event };
    const { data } = await this.#world.call(kind.ops.transition, 'reviewer', { ...at(record), body });
    return recordIn(data.record);
  }

  async update(kind: Kind, record: RecordData, by: string): Promise<RecordData> {
    const { data } = await this.#world.call(kind.ops.update, by, { ...at(record), body: renamed(kind, record) });
    return recordIn(data.record);
  }

  /** Deletes what was made, what refers before what it refers to, from a status that needs no second person. */
  async tidy(): Promise<undefined> {
    for (const { kind, id } of this.#made.splice(0).reverse()) {
      const found = await this.#world.ask(kind.ops.get, 'admin', { params: { id } });
      if (found.status === 404) continue;
      let record = recordIn(found.data.record);
      if (record.status === 'active') {
        const move = { ...at(record), body: { event: 'deactivate' } };
        record = recordIn((await this.#world.call(kind.ops.transition, 'admin', move)).data.record);
      }
      const proposal = await this.#world.ask(kind.ops.proposal, 'admin', { params: { id } });
      const open = proposal.data.proposal;
      if (open) await this.#world.call(kind.ops.withdraw, 'admin', { params: { id }, version: open.version });
      await this.#world.call(kind.ops.remove, 'admin', at(record));
    }
  }
}

/** Addresses a record in its present version. */
export function at(record: RecordData): Input {
  return { params: { id: record.id }, version: record.version };
}

export function renamed(kind: Kind, record: RecordData): Body {
  return { ...bodyOf(kind, record), name: `${record.name} renamed` };
}

function recordIn(record: RecordData | null | undefined): RecordData {
  if (!record) throw new Error('the answer holds no record');
  return record;
}
