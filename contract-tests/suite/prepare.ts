import { changedBody } from './change.ts';
import type { ProposalData, RecordData } from './data.ts';
import type { Kind } from './kind.ts';
import { type Records, type State, targetOf } from './records.ts';
import type { TestBackend } from './test-backend.ts';

export interface Prepared {
  record: RecordData;
  proposal?: ProposalData;
}

/** Creates the state that a case starts from, through the API under test alone. */
export async function prepare(
  backend: TestBackend,
  records: Records,
  kind: Kind,
  state: State,
  by: string,
): Promise<Prepared> {
  const propose = async (verb: 'update' | 'remove' | 'restore', record: RecordData, body?: object) => {
    const { data } = await backend.call(kind.ops[verb], by, { ...targetOf(record), ...(body && { body }) });
    return { record, ...(data.proposal && { proposal: data.proposal }) };
  };
  switch (state) {
    case 'deleted': {
      const record = await records.make(kind, 'pending', by);
      await backend.call(kind.ops.remove, by, targetOf(record));
      return { record };
    }
    case 'update proposed': {
      const record = await records.make(kind, 'active', 'editor');
      return propose('update', record, changedBody(kind, record));
    }
    case 'deletion proposed':
      return propose('remove', await records.make(kind, 'active', 'editor'));
    case 'restoration proposed':
      return propose('restore', await reviseRecord(records, kind), { version: 1 });
    case 'revised':
      return { record: await reviseRecord(records, kind) };
    default:
      return { record: await records.make(kind, state, by) };
  }
}

async function reviseRecord(records: Records, kind: Kind): Promise<RecordData> {
  const first = await records.make(kind, 'pending', 'editor');
  const second = await records.update(kind, first, 'editor');
  return records.move(kind, await records.move(kind, second, 'approve'), 'activate');
}
