import { addWriters } from '#crud/contributors.ts';
import type { EntityRecord, Values } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { findViolations, missingToApprove, rebindAll } from '#crud/prepare.ts';
import { isSettled } from '#crud/proposals.ts';
import { fieldsOf } from '#crud/rows.ts';
import { updateRecords } from '#crud/store.ts';
import { type LoggedVersion, loggedVersions } from '#crud/versions.ts';
import type { FieldProblem } from '#http/problem.ts';
import { inPieces } from '../steps/in-pieces.ts';
import { toCellProblem } from '../steps/row-results.ts';
import { earlierValues } from './earlier-values.ts';
import { actOf, changedSince, type Fates, kept, type Reverting, type There, type Written } from './reverting.ts';
import { stillOurs } from './still-ours.ts';

/** A record, and what it held before the import wrote it. */
type Earlier = There & { values: Values; status?: EntityRecord['status'] };

/** Sets back what an import changed: to what was reviewed before, so that it asks for no second person. */
export async function restoreChanged(reverting: Reverting, all: Written[]): Promise<Fates> {
  const { trx, entity } = reverting;
  const fates: Fates = new Map();
  for (const { recordId, current } of all) if (!current) fates.set(recordId, changedSince());
  const earlier = await earlierOf(reverting, await stillOurs(reverting, all, fates), fates);
  const differing = earlier.filter(({ current, values, status, recordId }) => {
    const same = !status && changedPointers(fieldsOf(entity, current.record), values.fields).length === 0;
    if (same) fates.set(recordId, { outcome: 'restored' });
    return !same;
  });
  const checked = differing.map(({ values, recordId }) => ({ values, id: recordId }));
  const broken = await findViolations(trx, entity, checked);
  const sound = differing.filter(({ recordId, current, values, status }, at) => {
    const missing = isSettled({ ...current.record, ...(status && { status }) })
      ? missingToApprove(entity, values.fields)
      : [];
    const holes = missing.map((pointer): FieldProblem => ({ pointer, rule: 'requiredToApprove' }));
    const problems = [...(broken[at] ?? []), ...holes];
    if (problems.length > 0) fates.set(recordId, kept(...problems.map(toCellProblem)));
    return problems.length === 0;
  });
  await restore(reverting, sound, fates);
  return fates;
}

async function earlierOf({ trx, entity }: Reverting, all: There[], fates: Fates): Promise<Earlier[]> {
  const values = await earlierValues(trx, entity, all);
  const loggedAt = await loggedVersions(trx, entity, all);
  const known = all.flatMap((each, at) => {
    const before = values[at];
    if (!before) fates.set(each.recordId, changedSince());
    return before ? [{ ...each, values: before }] : [];
  });
  const bound = await rebindAll(
    trx,
    entity,
    known.map((each) => each.values),
  );
  return known.flatMap((each, at) => {
    const { values: today = each.values, problems = [] } = bound[at] ?? {};
    if (problems.length > 0) fates.set(each.recordId, kept(...problems.map(toCellProblem)));
    const status = earlierStatus(each, loggedAt(each));
    return problems.length > 0 ? [] : [{ ...each, values: today, ...(status && { status }) }];
  });
}

/** The status that the import changed and that nobody has changed since. */
function earlierStatus({ current }: There, logged: LoggedVersion | undefined): EntityRecord['status'] | undefined {
  const { before, after } = logged?.status ?? {};
  return before && before !== after && current.record.status === after ? before : undefined;
}

async function restore(reverting: Reverting, sound: Earlier[], fates: Fates): Promise<void> {
  const { trx, entity, asked } = reverting;
  await inPieces(sound, (some) => updateRecords(trx, entity, some, actOf(reverting, 'restore')));
  const ids = sound.map(({ recordId }) => recordId);
  await addWriters(trx, entity.key, ids, [asked.by.id]);
  for (const recordId of ids) fates.set(recordId, { outcome: 'restored' });
}
