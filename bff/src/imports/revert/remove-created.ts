import { closeProposal, waitsForSecond } from '#crud/proposals.ts';
import { proposeAll } from '#crud/propose.ts';
import { referredTo } from '#crud/references.ts';
import { deleteRecords } from '#crud/store.ts';
import { inPieces } from '../work/in-pieces.ts';
import { actOf, type Fates, type Reverting, stillReferred, type There, type Written } from './reverting.ts';
import { stillOurs } from './still-ours.ts';

/**
 * Removes what an import created; what is live and wants a second person is proposed to be removed. What others refer to has no fate yet:
 * they may be removed next. `last`: it stays.
 */
export async function removeCreated(reverting: Reverting, all: Written[], last: boolean): Promise<Fates> {
  const { crud, trx, entity } = reverting;
  const fates: Fates = new Map();
  for (const { recordId, current } of all) if (!current) fates.set(recordId, { outcome: 'removed' });
  const ours = await stillOurs(reverting, all, fates);
  const ids = ours.map(({ recordId }) => recordId);
  const referred = await referredTo(crud, trx, entity, ids);
  if (last) for (const recordId of referred) fates.set(recordId, stillReferred());
  await remove(
    reverting,
    ours.filter(({ recordId }) => !referred.has(recordId)),
    fates,
  );
  return fates;
}

async function remove(reverting: Reverting, free: There[], fates: Fates): Promise<void> {
  const { trx, entity, review, asked } = reverting;
  const isLive = ({ current }: There) => waitsForSecond(review, current.record, 'delete');
  const live = free.filter(isLive);
  const others = free.filter((each) => !isLive(each));
  const deletions = live.map(({ current }) => ({ current, values: undefined }));
  await inPieces(deletions, (some) => proposeAll(trx, entity, 'delete', some, asked.by));
  const records = others.map(({ current }) => current);
  await inPieces(records, async (some) => {
    await deleteRecords(trx, entity, some, actOf(reverting, 'delete'));
    return [];
  });
  // of a record that was approved there may be one of whoever reverts
  for (const { recordId, current } of others)
    if (current.record.status !== 'pending') await closeProposal(trx, entity, recordId, 'closed', asked.by.username);
  for (const { recordId } of live) fates.set(recordId, { outcome: 'removalProposed' });
  for (const { recordId } of others) fates.set(recordId, { outcome: 'removed' });
}
