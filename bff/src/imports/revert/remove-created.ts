import { referredTo } from '#crud/references.ts';
import { deleteRecords } from '#crud/store.ts';
import { inPieces } from '../steps/in-pieces.ts';
import { actOf, type Fates, type Reverting, stillReferred, type There, type Written } from './reverting.ts';
import { stillOurs } from './still-ours.ts';

/** Removes what an import created. What others refer to has no fate yet: they may be removed next. `last`: it stays. */
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
  const { trx, entity } = reverting;
  const records = free.map(({ current }) => current);
  await inPieces(records, async (some) => {
    await deleteRecords(trx, entity, some, actOf(reverting, 'delete'));
    return [];
  });
  for (const { recordId } of free) fates.set(recordId, { outcome: 'removed' });
}
