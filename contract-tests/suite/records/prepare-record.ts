import type { ProposalData, RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import { changedBody } from '../values/changed-body.ts';
import { type RecordState, type TestRecords, versionedTarget } from './records.ts';
import type { TestedEntity } from './tested-entity.ts';

export interface PreparedRecord {
  record: RecordData;
  proposal?: ProposalData;
}

/** Creates a record in the state that a case starts from, using only the API under test. */
export async function prepareRecord(
  backend: TestBackend,
  records: TestRecords,
  entity: TestedEntity,
  state: RecordState,
  author: string,
): Promise<PreparedRecord> {
  const propose = async (verb: 'update' | 'remove' | 'restore', record: RecordData, body?: object) => {
    const { data } = await backend.call(entity.operations[verb], author, {
      ...versionedTarget(record),
      ...(body && { body }),
    });
    return { record, ...(data.proposal && { proposal: data.proposal }) };
  };
  switch (state) {
    case 'deleted': {
      const record = await records.create(entity, 'pending', author);
      await backend.call(entity.operations.remove, author, versionedTarget(record));
      return { record };
    }
    case 'update proposed': {
      const record = await records.create(entity, 'active', 'editor');
      return propose('update', record, changedBody(entity, record));
    }
    case 'deletion proposed':
      return propose('remove', await records.create(entity, 'active', 'editor'));
    case 'restoration proposed':
      return propose('restore', await reviseRecord(records, entity), { version: 1 });
    case 'revised':
      return { record: await reviseRecord(records, entity) };
    default:
      return { record: await records.create(entity, state, author) };
  }
}

async function reviseRecord(records: TestRecords, entity: TestedEntity): Promise<RecordData> {
  const first = await records.create(entity, 'pending', 'editor');
  const second = await records.update(entity, first, 'editor');
  return records.transition(entity, await records.transition(entity, second, 'approve'), 'activate');
}
