import { findUnchangedIds } from '#crud/history/versions.ts';
import { fieldsRequiredToApprove, lacksFieldSql } from '#crud/list/completeness.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { findMissingForApproval } from '#crud/prepare.ts';
import { needsSecondPerson } from '#crud/review/second-person.ts';
import { toStoredRecords } from '#crud/rows.ts';
import { type Database, executeUnprepared } from '#database';
import { type Schemas, transitions } from '#http/contract.ts';
import { readStatus } from '../columns/parse-raw-record.ts';
import { isAppliedAsSet, type StoredImport } from '../stored-import.ts';
import { type Cause, eventsForDecision, statusCellSql, sumCauses } from './decide-rows.ts';

type Outlook = Schemas['ImportOutlookAnswer']['data'];
type Event = Schemas['ImportDecision']['event'];

/** Rows of an import that any decision treats alike. */
interface Group {
  outcome: 'created' | 'proposed';
  /** The record's status; null where the record is gone. */
  status: Schemas['Status'] | null;
  /** Whether nobody has changed the record or replaced the proposal since. */
  isUnchanged: boolean;
  isComplete: boolean;
  isOwnWork: boolean;
  /** The status that the file sets. */
  fileStatus: Schemas['Status'] | undefined;
  count: number;
}

/** Forecasts how many rows each decision by this person would apply to and why not to the others, as `decideImport` evaluates them. */
export async function readOutlook(
  { db, reviewSetting: review }: CrudContext,
  entity: Entity,
  stored: Pick<StoredImport, 'id' | 'status' | 'options' | 'createTime' | 'workRequest'>,
  callerId: number,
): Promise<Outlook> {
  const { id, status } = stored;
  const isOpen = status === 'applied' && !isAppliedAsSet(stored);
  const isReviewed = needsSecondPerson(await review(entity.key, db));
  const wasAlwaysReviewed = isReviewed && (await areSettingsOlder(db, stored));
  const [created, proposed, missing] = await Promise.all([
    isOpen ? createdGroups(db, entity, stored, { callerId, wasAlwaysReviewed }) : [],
    isOpen ? proposedGroups(db, entity, id, callerId) : [],
    isOpen ? readMissing(db, entity, id) : [],
  ]);
  const outlookFor = (event: Event): Outlook[Event] => {
    const outlook: Outlook[Event] = { ready: 0, left: {} };
    for (const group of [...created, ...proposed]) {
      const cause = causeOf(group, event, isReviewed);
      if (cause) outlook.left = sumCauses(outlook.left, { [cause]: group.count });
      else outlook.ready += group.count;
    }
    return outlook;
  };
  const statusCounts: Outlook['becomes'] = {};
  for (const group of created) {
    const { fileStatus, count } = group;
    if (fileStatus && !causeOf(group, 'approve', isReviewed))
      statusCounts[fileStatus] = (statusCounts[fileStatus] ?? 0) + count;
  }
  return {
    approve: outlookFor('approve'),
    reject: outlookFor('reject'),
    activate: outlookFor('activate'),
    becomes: statusCounts,
    missing,
  };
}

function causeOf(group: Group, event: Event, isReviewed: boolean): Cause | undefined {
  const { outcome, status, isUnchanged, isComplete, isOwnWork, fileStatus } = group;
  const { from, secondPerson } = transitions[event];
  const events = eventsForDecision(event, fileStatus);
  const ownWork = isReviewed && secondPerson && isOwnWork ? 'ownWork' : undefined;
  if (status === null) return 'changed';
  if (outcome === 'proposed') return event === 'activate' || !isUnchanged ? 'decided' : ownWork;
  if (!from.includes(status)) return 'decided';
  if (!isUnchanged) return 'changed';
  if (events.length === 0) return 'staysPending';
  return ownWork ?? (events.includes('approve') && !isComplete ? 'incomplete' : undefined);
}

interface GroupRow {
  status: Schemas['Status'] | null;
  isUnchanged: number;
  isComplete: number;
  isOwnWork: number;
  cell: string | null;
  n: number | string;
}

const toGroup = (outcome: Group['outcome'], { status, cell, n, ...row }: GroupRow): Group => ({
  outcome,
  status,
  count: Number(n),
  fileStatus: readStatus(cell ?? '') ?? undefined,

  isUnchanged: Number(row.isUnchanged) === 1,
  isComplete: Number(row.isComplete) === 1,
  isOwnWork: Number(row.isOwnWork) === 1,
});

const quotedList = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** Versions with these actions change no field of their own: events, and new codes of referenced records. */
const ACTIONS_KEEPING_FIELDS = quotedList([...Object.keys(transitions), 'reference']);

/** Longer than any process works with settings that have changed meanwhile. */
const MAX_SETTINGS_AGE_MS = 10_000;

/** Whether the settings are the same as when the import began. */
async function areSettingsOlder(db: Database, { createTime }: Pick<StoredImport, 'createTime'>): Promise<boolean> {
  const row = await db('settings').where('id', 1).first('update_time');
  return row?.update_time.getTime() < createTime.getTime() - MAX_SETTINGS_AGE_MS;
}

/**
 * A record that needs a second person is created as pending, and changes no field while it is approved. So if the setting has never been
 * another one, the next version of an approved record is its approval.
 */
const IS_JUST_APPROVED = "record.version = import_row.version + 1 AND record.status = 'approved'";

// the log is read last, as that takes longest
const isUnchangedSql = ({ key }: Entity, wasAlwaysReviewed: boolean) =>
  `(record.version = import_row.version OR ${wasAlwaysReviewed ? `(${IS_JUST_APPROVED}) OR ` : ''}
    NOT EXISTS (SELECT 1 FROM data_log WHERE data_log.entity = '${key}'
      AND data_log.record_id = record.id AND data_log.version > import_row.version
      AND data_log.action NOT IN (${ACTIONS_KEEPING_FIELDS})))`;

/** The statuses in which a decision may apply to a record. */
const DECIDABLE_STATUSES = quotedList([
  ...new Set((['approve', 'reject', 'activate'] satisfies Event[]).flatMap((event) => transitions[event].from)),
]);

const fromRows = ({ table, key }: Entity) =>
  `FROM import_row JOIN import_row AS first_row_of_line ON first_row_of_line.import_id = import_row.import_id AND first_row_of_line.n = import_row.n - import_row.nth LEFT JOIN \`${table}\` AS record ON record.id = import_row.record_id
   LEFT JOIN review_writer AS writer
     ON writer.entity = '${key}' AND writer.record_id = import_row.record_id AND writer.user_id = ?`;

async function createdGroups(
  db: Database,
  entity: Entity,
  stored: Pick<StoredImport, 'id' | 'options'>,
  { callerId, wasAlwaysReviewed }: { callerId: number; wasAlwaysReviewed: boolean },
): Promise<Group[]> {
  const { id: importId } = stored;
  const cell = statusCellSql(stored) ?? 'NULL';
  const missingConditions = fieldsRequiredToApprove(entity).map((field) => lacksFieldSql(field, 'record'));
  const complete = missingConditions.length > 0 ? `NOT (${missingConditions.join(' OR ')})` : '1';
  const created = `${fromRows(entity)} WHERE import_row.import_id = ? AND import_row.outcome = 'created'`;
  const isUnchanged = isUnchangedSql(entity, wasAlwaysReviewed);
  const groups = `SELECT record.status AS status, ${isUnchanged} AS isUnchanged, ${complete} AS isComplete,
    writer.user_id IS NOT NULL AS isOwnWork, ${cell} AS cell, COUNT(*) AS n ${created} GROUP BY 1, 2, 3, 4, 5`;
  const changed = `SELECT import_row.record_id AS recordId, import_row.version, writer.user_id IS NOT NULL AS isOwnWork, ${cell} AS cell ${created}
    AND record.status IN (${DECIDABLE_STATUSES}) AND NOT ${isUnchanged} LIMIT ${MAX_CHANGED_ROWS}`;
  const rows = await executeUnprepared<GroupRow[]>(db, groups, [callerId, importId]);
  const changedRows = await executeUnprepared<ChangedRow[]>(db, changed, [callerId, importId]);
  return [...rows.map((row) => toGroup('created', row)), ...(await regroupUnchanged(db, entity, changedRows))];
}

/** So many records with another version are compared field by field; further ones count as changed. */
const MAX_CHANGED_ROWS = 1000;

interface ChangedRow {
  recordId: number;
  version: number;
  isOwnWork: number;
  cell: string | null;
}

/** Moves records that were changed and changed back from the changed group to the unchanged one. */
async function regroupUnchanged(db: Database, entity: Entity, changedRows: ChangedRow[]): Promise<Group[]> {
  if (changedRows.length === 0) return [];
  const ids = changedRows.map(({ recordId }) => recordId);
  const storedRecords = await toStoredRecords(db, entity, await db(entity.table).whereIn('id', ids));
  const stored = new Map(storedRecords.map((each) => [each.record.id, each]));
  const existing = changedRows.flatMap(({ recordId, version }) => {
    const current = stored.get(recordId);
    return current ? [{ current, version }] : [];
  });
  const unchangedIds = await findUnchangedIds(db, entity, existing);
  return changedRows.flatMap(({ recordId, isOwnWork: isOwn, cell }) => {
    const record = stored.get(recordId)?.record;
    if (!record || !unchangedIds.has(recordId)) return [];
    const isComplete = findMissingForApproval(entity, record).length === 0;
    const fileStatus = readStatus(cell ?? '') ?? undefined;
    const isOwnWork = Number(isOwn) === 1;
    const group = { outcome: 'created' as const, status: record.status, isComplete, isOwnWork, fileStatus };
    return [
      { ...group, isUnchanged: false, count: -1 },
      { ...group, isUnchanged: true, count: 1 },
    ];
  });
}

/**
 * A proposal belongs to the import while it is open in the version that the import wrote. It is the caller's own work as `isSelfReview`
 * says.
 */
async function proposedGroups(db: Database, entity: Entity, importId: number, callerId: number): Promise<Group[]> {
  const sql = `SELECT record.status AS status, proposal.id IS NOT NULL AS isUnchanged, 1 AS isComplete,
    writer.user_id IS NOT NULL OR COALESCE(proposal.author_id = ?, 0)
      OR COALESCE(JSON_CONTAINS(proposal.contributor_ids, CAST(? AS CHAR)), 0) AS isOwnWork,
    NULL AS cell, COUNT(*) AS n ${fromRows(entity)}
    LEFT JOIN proposal ON proposal.entity = '${entity.key}' AND proposal.record_id = import_row.record_id
      AND proposal.open = 1 AND proposal.version = import_row.version
    WHERE import_row.import_id = ? AND import_row.outcome = 'proposed' GROUP BY 1, 2, 3, 4`;
  const rows = await executeUnprepared<GroupRow[]>(db, sql, [callerId, callerId, callerId, importId]);
  return rows.map((row) => toGroup('proposed', row));
}

/** Counts by field the pending records that lack a field which approval requires. */
async function readMissing(db: Database, entity: Entity, importId: number): Promise<Schemas['MissingCounts']> {
  const fields = fieldsRequiredToApprove(entity);
  if (fields.length === 0) return [];
  const counts = fields.map((field, at) => `SUM(${lacksFieldSql(field, 'record')}) AS n${at}`);
  const sql = `SELECT ${counts.join(', ')} FROM import_row
    JOIN \`${entity.table}\` AS record ON record.id = import_row.record_id
    WHERE import_row.import_id = ? AND import_row.outcome = 'created' AND record.status = 'pending' AND record.version = import_row.version`;
  const [row] = await executeUnprepared<Record<string, number | string | null>[]>(db, sql, [importId]);
  return fields.flatMap(({ name }, at) => {
    const count = Number(row?.[`n${at}`] ?? 0);
    return count > 0 ? [{ pointer: `/${name}`, count }] : [];
  });
}
