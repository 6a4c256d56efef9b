import { proposalOpen, proposalsBeside } from '../steps/proposals-beside.ts';
import { untouched } from '../steps/untouched.ts';
import { changedSince, type Fates, kept, type Reverting, type There, type Written } from './reverting.ts';

const isThere = (written: Written): written is There => written.current !== undefined;

/** Those records that nobody has changed since, nor proposes to; what becomes of the others goes into `fates`. */
export async function stillOurs({ trx, entity }: Reverting, all: Written[], fates: Fates): Promise<There[]> {
  const there = all.filter(isThere);
  const same = await untouched(trx, entity, there);
  const ids = there.map(({ recordId }) => recordId);
  const beside = await proposalsBeside(trx, entity, ids);
  return there.filter(({ recordId }) => {
    const proposal = beside.get(recordId);
    if (!same.has(recordId)) fates.set(recordId, changedSince());
    else if (proposal) fates.set(recordId, kept(proposalOpen(proposal)));
    return !fates.has(recordId);
  });
}
