import { addWriters } from '#crud/contributors.ts';
import type { Entity, EntityRecord, Fields, Values } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { findViolations, missingToApprove, refreshManyCodes } from '#crud/prepare.ts';
import { hasBeenApproved } from '#crud/proposals.ts';
import { collectReferences, lockByCode } from '#crud/reference-paths.ts';
import { fieldsOf } from '#crud/rows.ts';
import { updateRecords } from '#crud/store.ts';
import { type LoggedVersion, readLoggedVersions, type VersionOf } from '#crud/versions.ts';
import type { Transaction } from '#database';
import type { FieldProblem } from '#http/problem.ts';
import { inPieces } from '../steps/rounds.ts';
import { toCellProblem } from '../steps/row-results.ts';
import { proposalOpen, proposalsBeside, untouched } from '../steps/untouched.ts';
import { actOf, changedSince, type Fates, kept, type Reverting, type There, type Written } from './reverting.ts';

/** What records held before these versions were written; undefined where the log does not say any more. */
async function earlierValues(trx: Transaction, entity: Entity, versions: VersionOf[]): Promise<(Values | undefined)[]> {
  const previous = ({ recordId, version }: VersionOf) => ({ recordId, version: version - 1 });
  const loggedAt = await readLoggedVersions(
    trx,
    entity,
    versions.flatMap((version) => [version, previous(version)]),
  );
  const bare = versions.flatMap((version) => (loggedAt(previous(version)) ? [] : beforeOf(loggedAt(version))));
  const ids = await lockByCode(
    trx,
    bare.flatMap((fields) => collectReferences(entity, fields)),
  );
  return versions.map((version) => {
    const known = loggedAt(previous(version));
    if (known) return known.after;
    // the log keeps ids beside the codes of what was written only: of an older version there are codes
    const [fields] = beforeOf(loggedAt(version));
    return fields && { fields, refs: refsOf(entity, fields, ids) };
  });
}

const beforeOf = (logged: LoggedVersion | undefined): Fields[] => (logged?.before ? [logged.before] : []);

/** A code that stands for nothing has an id that nothing has, so that it is told to be gone. */
const refsOf = (entity: Entity, fields: Fields, ids: Map<string, number>): Values['refs'] =>
  Object.fromEntries(
    collectReferences(entity, fields).map(({ pointer, kind, code }) => [pointer, ids.get(`${kind} ${code}`) ?? 0]),
  );

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
    const missing = hasBeenApproved({ ...current.record, ...(status && { status }) })
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
  const loggedAt = await readLoggedVersions(trx, entity, all);
  const known = all.flatMap((each, at) => {
    const before = values[at];
    if (!before) fates.set(each.recordId, changedSince());
    return before ? [{ ...each, values: before }] : [];
  });
  const bound = await refreshManyCodes(
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
