import type { Entity, EntityRecord, Fields, Values } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { findViolations, missingToApprove, refreshManyCodes } from '#crud/prepare.ts';
import { collectReferences, lockByCode } from '#crud/reference-paths.ts';
import { fieldsOf } from '#crud/rows.ts';
import { addWriters, hasBeenApproved } from '#crud/second-person.ts';
import { updateRecords } from '#crud/store.ts';
import { type LoggedVersion, readLoggedVersions, type VersionOf } from '#crud/versions.ts';
import type { Transaction } from '#database';
import type { FieldProblem } from '#http/problem.ts';
import { mapInPieces } from '../steps/rounds.ts';
import { toCellProblem } from '../steps/row-results.ts';
import { openProposalsOf, proposalOpenProblem, unchangedSince } from '../steps/unchanged-since.ts';
import {
  actOf,
  changedSince,
  type ExistingRecord,
  keptOutcome,
  type OutcomeByRecord,
  type RevertContext,
  type WrittenRecord,
} from './revert-context.ts';

/** What records held before these versions were written; undefined where the log does not say any more. */
async function earlierValues(trx: Transaction, entity: Entity, versions: VersionOf[]): Promise<(Values | undefined)[]> {
  const previous = ({ recordId, version }: VersionOf) => ({ recordId, version: version - 1 });
  const loggedAt = await readLoggedVersions(
    trx,
    entity,
    versions.flatMap((version) => [version, previous(version)]),
  );
  const fieldsWithoutIds = versions.flatMap((version) =>
    loggedAt(previous(version)) ? [] : loggedBefore(loggedAt(version)),
  );
  const ids = await lockByCode(
    trx,
    fieldsWithoutIds.flatMap((fields) => collectReferences(entity, fields)),
  );
  return versions.map((version) => {
    const withEarlierValues = loggedAt(previous(version));
    if (withEarlierValues) return withEarlierValues.after;
    // the log keeps ids beside the codes of what was written only: of an older version there are codes
    const [fields] = loggedBefore(loggedAt(version));
    return fields && { fields, refs: refsOf(entity, fields, ids) };
  });
}

const loggedBefore = (logged: LoggedVersion | undefined): Fields[] => (logged?.before ? [logged.before] : []);

/** A code that stands for nothing has an id that nothing has, so that it is told to be gone. */
const refsOf = (entity: Entity, fields: Fields, ids: Map<string, number>): Values['refs'] =>
  Object.fromEntries(
    collectReferences(entity, fields).map(({ pointer, kind, code }) => [pointer, ids.get(`${kind} ${code}`) ?? 0]),
  );

const exists = (written: WrittenRecord): written is ExistingRecord => written.current !== undefined;

/** Those records that nobody has changed since, nor proposes to; what becomes of the others goes into `fates`. */
export async function ownedByImport(
  { trx, entity }: RevertContext,
  all: WrittenRecord[],
  outcomes: OutcomeByRecord,
): Promise<ExistingRecord[]> {
  const existing = all.filter(exists);
  const unchangedIds = await unchangedSince(trx, entity, existing);
  const ids = existing.map(({ recordId }) => recordId);
  const proposals = await openProposalsOf(trx, entity, ids);
  return existing.filter(({ recordId }) => {
    const proposal = proposals.get(recordId);
    if (!unchangedIds.has(recordId)) outcomes.set(recordId, changedSince());
    else if (proposal) outcomes.set(recordId, keptOutcome(proposalOpenProblem(proposal)));
    return !outcomes.has(recordId);
  });
}

/** A record, and what it held before the import wrote it. */
type EarlierRecord = ExistingRecord & { values: Values; status?: EntityRecord['status'] };

/** Sets back what an import changed: to what was reviewed before, so that it asks for no second person. */
export async function restoreChanged(reverting: RevertContext, all: WrittenRecord[]): Promise<OutcomeByRecord> {
  const { trx, entity } = reverting;
  const outcomes: OutcomeByRecord = new Map();
  for (const { recordId, current } of all) if (!current) outcomes.set(recordId, changedSince());
  const earlierRecords = await earlierOf(reverting, await ownedByImport(reverting, all, outcomes), outcomes);
  const differing = earlierRecords.filter(({ current, values, status, recordId }) => {
    const unchangedIds = !status && changedPointers(fieldsOf(entity, current.record), values.fields).length === 0;
    if (unchangedIds) outcomes.set(recordId, { outcome: 'restored' });
    return !unchangedIds;
  });
  const checked = differing.map(({ values, recordId }) => ({ values, id: recordId }));
  const violations = await findViolations(trx, entity, checked);
  const restorable = differing.filter(({ recordId, current, values, status }, at) => {
    const missing = hasBeenApproved({ ...current.record, ...(status && { status }) })
      ? missingToApprove(entity, values.fields)
      : [];
    const missingProblems = missing.map((pointer): FieldProblem => ({ pointer, rule: 'requiredToApprove' }));
    const problems = [...(violations[at] ?? []), ...missingProblems];
    if (problems.length > 0) outcomes.set(recordId, keptOutcome(...problems.map(toCellProblem)));
    return problems.length === 0;
  });
  await restore(reverting, restorable, outcomes);
  return outcomes;
}

async function earlierOf(
  { trx, entity }: RevertContext,
  all: ExistingRecord[],
  outcomes: OutcomeByRecord,
): Promise<EarlierRecord[]> {
  const values = await earlierValues(trx, entity, all);
  const loggedAt = await readLoggedVersions(trx, entity, all);
  const withEarlierValues = all.flatMap((each, at) => {
    const before = values[at];
    if (!before) outcomes.set(each.recordId, changedSince());
    return before ? [{ ...each, values: before }] : [];
  });
  const rebound = await refreshManyCodes(
    trx,
    entity,
    withEarlierValues.map((each) => each.values),
  );
  return withEarlierValues.flatMap((each, at) => {
    const { values: currentValues = each.values, problems = [] } = rebound[at] ?? {};
    if (problems.length > 0) outcomes.set(each.recordId, keptOutcome(...problems.map(toCellProblem)));
    const status = earlierStatus(each, loggedAt(each));
    return problems.length > 0 ? [] : [{ ...each, values: currentValues, ...(status && { status }) }];
  });
}

/** The status that the import changed and that nobody has changed since. */
function earlierStatus(
  { current }: ExistingRecord,
  logged: LoggedVersion | undefined,
): EntityRecord['status'] | undefined {
  const { before, after } = logged?.status ?? {};
  return before && before !== after && current.record.status === after ? before : undefined;
}

async function restore(
  reverting: RevertContext,
  restorable: EarlierRecord[],
  outcomes: OutcomeByRecord,
): Promise<void> {
  const { trx, entity, workRequest } = reverting;
  await mapInPieces(restorable, (some) => updateRecords(trx, entity, some, actOf(reverting, 'restore')));
  const ids = restorable.map(({ recordId }) => recordId);
  await addWriters(trx, entity.key, ids, [workRequest.by.id]);
  for (const recordId of ids) outcomes.set(recordId, { outcome: 'restored' });
}
