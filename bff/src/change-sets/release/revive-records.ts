import { expectSingle } from '#batch';
import { refreshManyCodes } from '#crud/prepare.ts';
import { fieldsOf, lockRecords } from '#crud/rows.ts';
import { reviveRecord } from '#crud/store.ts';
import { type ItemResult, toItemProblem, wholeItemProblem } from '../engine/item.ts';
import type { Chunk } from '../engine/process-items.ts';
import { attributionOf, type Revert } from '../engine/revert.ts';
import { applyFinalCodes } from '../engine/unique-values.ts';
import { readDeletions, type WrittenItem } from '../set-items.ts';

/** Brings back deleted records in their last status. One that refers to others which are not back yet waits. */
export async function reviveRecords(
  revert: Revert,
  { trx, isLastRound }: Chunk,
  items: WrittenItem[],
): Promise<ItemResult<WrittenItem>[]> {
  const { entity, set } = revert;
  const ids = items.map(({ recordId }) => recordId);
  const records = await lockRecords(trx, entity, ids);
  const deletions = await readDeletions(trx, entity.key, ids);
  const results: ItemResult<WrittenItem>[] = [];
  for (const item of items) {
    const { recordId, writtenVersion } = item;
    const deletion = deletions.get(recordId);
    if (records.has(recordId) || deletion?.version !== writtenVersion) {
      results.push({ item, outcome: 'kept', problems: [wholeItemProblem('changedSinceRelease')] });
      continue;
    }
    const stored = { fields: fieldsOf(entity, deletion.before), refs: deletion.refs };
    const { values, problems } = expectSingle(await refreshManyCodes(trx, entity, [stored]));
    if (problems.length > 0) {
      if (isLastRound) results.push({ item, outcome: 'kept', problems: problems.map(toItemProblem) });
      continue;
    }
    if (set) applyFinalCodes(entity, values, set.finalCodes);
    const { status, createTime, createdBy } = deletion.before;
    const revived = { id: recordId, version: deletion.version, status, createTime, createdBy };
    await reviveRecord(trx, entity, values, attributionOf(revert, 'restore'), revived, []);
    results.push({ item, outcome: 'restored' });
  }
  return results;
}
