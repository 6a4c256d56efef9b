import { type LoggedVersion, readLoggedVersions, type VersionOf } from '#crud/history/versions.ts';
import type { Entity, EntityRecord, FieldValues, ResolvedValues } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { findMissingForApproval, findViolations, refreshManyCodes } from '#crud/prepare.ts';
import { collectReferences, readIdsByCode } from '#crud/references/reference-paths.ts';
import { addContributors, hasBeenApproved } from '#crud/review/second-person.ts';
import { fieldsOf } from '#crud/rows.ts';
import { updateRecords } from '#crud/store.ts';
import type { Transaction } from '#database';
import type { FieldProblem } from '#http/problem.ts';
import { mapInBatches } from '../steps/rounds.ts';
import { toCellProblem } from '../steps/row-results.ts';
import { findUnchangedIds, proposalOpenProblem, readOpenProposalsById } from '../steps/unchanged-since.ts';
import {
  changedSince,
  type ExistingRecord,
  keptOutcome,
  type OutcomeByRecord,
  type RevertContext,
  toRevertAction,
  type WrittenRecord,
} from './revert-context.ts';

/** Reads the records' values before these versions; undefined if the log no longer has them. */
async function readEarlierValues(
  trx: Transaction,
  entity: Entity,
  versions: VersionOf[],
): Promise<(ResolvedValues | undefined)[]> {
  const previous = ({ recordId, version }: VersionOf) => ({ recordId, version: version - 1 });
  const loggedAt = await readLoggedVersions(
    trx,
    entity,
    versions.flatMap((version) => [version, previous(version)]),
  );
  const fieldsWithoutIds = versions.flatMap((version) =>
    loggedAt(previous(version)) ? [] : loggedBefore(loggedAt(version)),
  );
  const ids = await readIdsByCode(
    trx,
    fieldsWithoutIds.flatMap((fields) => collectReferences(entity, fields)),
  );
  return versions.map((version) => {
    const logged = loggedAt(previous(version));
    if (logged) return logged.after;
    // an older version has only codes: the log keeps ids for the written state alone
    const [fields] = loggedBefore(loggedAt(version));
    return fields && { fields, refs: refsOf(entity, fields, ids) };
  });
}

const loggedBefore = (logged: LoggedVersion | undefined): FieldValues[] => (logged?.before ? [logged.before] : []);

/** An unknown code gets the id 0, which no record has, so that the reference is reported as missing. */
const refsOf = (entity: Entity, fields: FieldValues, ids: Map<string, number>): ResolvedValues['refs'] =>
  Object.fromEntries(
    collectReferences(entity, fields).map(({ pointer, entityKey, code }) => [
      pointer,
      ids.get(`${entityKey} ${code}`) ?? 0,
    ]),
  );

const exists = (record: WrittenRecord): record is ExistingRecord => record.current !== undefined;

/** Finds the records that nobody has changed since or proposes to change; the others get their outcome in `outcomes`. */
export async function findUntouchedRecords(
  { trx, entity }: RevertContext,
  records: WrittenRecord[],
  outcomes: OutcomeByRecord,
): Promise<ExistingRecord[]> {
  const existing = records.filter(exists);
  const unchangedIds = await findUnchangedIds(trx, entity, existing);
  const ids = existing.map(({ recordId }) => recordId);
  const proposals = await readOpenProposalsById(trx, entity, ids);
  return existing.filter(({ recordId }) => {
    const proposal = proposals.get(recordId);
    if (!unchangedIds.has(recordId)) outcomes.set(recordId, changedSince());
    else if (proposal) outcomes.set(recordId, keptOutcome(proposalOpenProblem(proposal)));
    return !outcomes.has(recordId);
  });
}

/** A record with its values before the import wrote it. */
type EarlierRecord = ExistingRecord & { values: ResolvedValues; status?: EntityRecord['status'] };

/** Restores the values before an import. They were reviewed then, so no second person is needed. */
export async function restoreChanged(reverting: RevertContext, written: WrittenRecord[]): Promise<OutcomeByRecord> {
  const { trx, entity } = reverting;
  const outcomes: OutcomeByRecord = new Map();
  for (const { recordId, current } of written) if (!current) outcomes.set(recordId, changedSince());
  const earlierRecords = await withEarlierState(
    reverting,
    await findUntouchedRecords(reverting, written, outcomes),
    outcomes,
  );
  const differing = earlierRecords.filter(({ current, values, status, recordId }) => {
    const isRestored = !status && changedPointers(fieldsOf(entity, current.record), values.fields).length === 0;
    if (isRestored) outcomes.set(recordId, { outcome: 'restored' });
    return !isRestored;
  });
  const checked = differing.map(({ values, recordId }) => ({ values, id: recordId }));
  const violations = await findViolations(trx, entity, checked);
  const restorable = differing.filter(({ recordId, current, values, status }, at) => {
    const missing = hasBeenApproved({ ...current.record, ...(status && { status }) })
      ? findMissingForApproval(entity, values.fields)
      : [];
    const missingProblems = missing.map((pointer): FieldProblem => ({ pointer, rule: 'requiredToApprove' }));
    const problems = [...(violations[at] ?? []), ...missingProblems];
    if (problems.length > 0) outcomes.set(recordId, keptOutcome(...problems.map(toCellProblem)));
    return problems.length === 0;
  });
  await restore(reverting, restorable, outcomes);
  return outcomes;
}

async function withEarlierState(
  { trx, entity }: RevertContext,
  all: ExistingRecord[],
  outcomes: OutcomeByRecord,
): Promise<EarlierRecord[]> {
  const values = await readEarlierValues(trx, entity, all);
  const loggedAt = await readLoggedVersions(trx, entity, all);
  const withEarlierValues = all.flatMap((each, at) => {
    const before = values[at];
    if (!before) outcomes.set(each.recordId, changedSince());
    return before ? [{ ...each, values: before }] : [];
  });
  const refreshed = await refreshManyCodes(
    trx,
    entity,
    withEarlierValues.map((each) => each.values),
  );
  return withEarlierValues.flatMap((each, index) => {
    const { values: currentValues = each.values, problems = [] } = refreshed[index] ?? {};
    if (problems.length > 0) outcomes.set(each.recordId, keptOutcome(...problems.map(toCellProblem)));
    const status = earlierStatus(each, loggedAt(each));
    return problems.length > 0 ? [] : [{ ...each, values: currentValues, ...(status && { status }) }];
  });
}

/** Returns the status before the import changed it; undefined if somebody has changed it since. */
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
  await mapInBatches(restorable, (batch) => updateRecords(trx, entity, batch, toRevertAction(reverting, 'restore')));
  const ids = restorable.map(({ recordId }) => recordId);
  await addContributors(trx, entity.key, ids, [workRequest.by.id]);
  for (const recordId of ids) outcomes.set(recordId, { outcome: 'restored' });
}
