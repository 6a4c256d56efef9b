import { changed } from './change.ts';
import type { ProposalData, RecordData } from './data.ts';
import type { Kind } from './kind.ts';
import { at, type Records, type State } from './records.ts';
import type { World } from './world.ts';

export interface Prepared {
  record: RecordData;
  proposal?: ProposalData;
}

/** Brings about the state that a case starts from, through the interface under test alone. */
export async function prepare(world: World, records: Records, kind: Kind, state: State, by: string): Promise<Prepared> {
  const propose = async (verb: 'update' | 'remove' | 'restore', record: RecordData, body?: object) => {
    const { data } = await world.call(kind.ops[verb], by, { ...at(record), ...(body && { body }) });
    return { record, ...(data.proposal && { proposal: data.proposal }) };
  };
  switch (state) {
    case 'deleted': {
      const record = await records.make(kind, 'pending', by);
      await world.call(kind.ops.remove, by, at(record));
      return { record };
    }
    case 'update proposed': {
      const record = await records.make(kind, 'active', 'editor');
      return propose('update', record, changed(kind, record));
    }
    case 'deletion proposed':
      return propose('remove', await records.make(kind, 'active', 'editor'));
    case 'restoration proposed':
      return propose('restore', await revised(records, kind), { version: 1 });
    case 'revised':
      return { record: await revised(records, kind) };
    default:
      return { record: await records.make(kind, state, by) };
  }
}

async function revised(records: Records, kind: Kind): Promise<RecordData> {
  const first = await records.make(kind, 'pending', 'editor');
  const second = await records.update(kind, first, 'editor');
  return records.move(kind, await records.move(kind, second, 'approve'), 'activate');
}
