import { readLoggedVersions, type VersionOf } from '#crud/history/versions.ts';
import type { Entity, ResolvedValues } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { type Database, insertMissing, type Transaction } from '#database';

// An approval clears the contributors of a record, and `approved_contributor` keeps them. They count again where a record gets values back
// that nobody had approved.

/** A version, and the one by which a review of its values ended; null if it still awaits that. */
interface ReviewedVersion extends VersionOf {
  approval: number | null;
  /** Whether its values awaited a review. */
  waited: boolean;
}

const REQUESTED = `JSON_TABLE(?, '$[*]' COLUMNS (record_id INT UNSIGNED PATH '$.recordId', version INT UNSIGNED PATH '$.version')) AS requested`;
const HAS_WAITED = (log: string) => `JSON_VALUE(${log}.\`after\`, '$.status') IN ('pending', 'rejected')`;

// what was written to an approved record while that needed no review is reviewed with the next change, if that is approved
const REVIEWED_VERSIONS = `SELECT log.record_id AS recordId, log.version, ${HAS_WAITED('log')} AS waited,
    IF(${HAS_WAITED('log')}, (
      SELECT MIN(later.version) FROM data_log AS later WHERE later.entity = log.entity AND later.record_id = log.record_id
        AND later.version > log.version AND later.\`after\` IS NOT NULL AND NOT ${HAS_WAITED('later')}
    ), log.version + 1) AS approval
  FROM ${REQUESTED}
  STRAIGHT_JOIN data_log AS log ON log.entity = ? AND log.record_id = requested.record_id AND log.version = requested.version
  WHERE log.\`after\` IS NOT NULL`;

async function readReviewedVersions(db: Database, entity: Entity, versions: VersionOf[]): Promise<ReviewedVersion[]> {
  if (versions.length === 0) return [];
  const [rows] = await db.raw(REVIEWED_VERSIONS, [JSON.stringify(versions), entity.key]);
  return rows.map((row: ReviewedVersion) => ({ ...row, waited: Boolean(row.waited) }));
}

/** Reads who contributed to these versions, one of each record, while nobody had approved them, by record. */
async function readContributors(db: Database, entity: Entity, versions: ReviewedVersion[]) {
  const contributors = new Map<number, Set<number>>();
  const approvals = versions.flatMap(({ recordId, approval }) => (approval ? [{ recordId, version: approval }] : []));
  const [rows] = await db.raw(
    `SELECT requested.record_id AS recordId, approved.user_id AS userId FROM ${REQUESTED}
     STRAIGHT_JOIN approved_contributor AS approved
       ON approved.entity = ? AND approved.record_id = requested.record_id AND approved.version = requested.version`,
    [JSON.stringify(approvals), entity.key],
  );
  const open = versions.filter(({ approval }) => approval === null).map(({ recordId }) => recordId);
  rows.push(
    ...(await db('review_writer')
      .where('entity', entity.key)
      .whereIn('record_id', open)
      .select({ recordId: 'record_id', userId: 'user_id' })),
  );
  for (const { recordId, userId } of rows)
    contributors.set(recordId, (contributors.get(recordId) ?? new Set()).add(userId));
  // an approval by an earlier release has kept nobody
  for (const { recordId, approval, waited } of versions)
    if (waited && approval !== null && !contributors.has(recordId))
      contributors.set(recordId, await readLoggedAuthors(db, entity, { recordId, version: approval }));
  return contributors;
}

/**
 * Reads who wrote a record while it awaited the review that ended with a version. Where somebody had proposed a change, the log names as
 * the actor who approved it, who does not count.
 */
async function readLoggedAuthors(db: Database, entity: Entity, { recordId, version }: VersionOf): Promise<Set<number>> {
  const queryRows = () =>
    db('data_log AS log')
      .where({ entity: entity.key, record_id: recordId })
      .where('version', '<', version)
      .whereIn('action', ['create', 'update', 'restore', 'resubmit'])
      .whereRaw(HAS_WAITED('log'));
  const actorIds: number[] = await queryRows().whereNull('proposer').whereNotNull('actor_id').pluck('actor_id');
  const setIds: number[] = await queryRows().whereNotNull('change_set_id').distinct().pluck('change_set_id');
  const writerIds: number[] = await db('change_set_writer').whereIn('set_id', setIds).pluck('user_id');
  return new Set([...actorIds, ...writerIds]);
}

/** Adds again to the contributors of records who contributed to these versions of them while nobody had approved these. */
export async function addEarlierContributors(trx: Transaction, entity: Entity, versions: VersionOf[]): Promise<void> {
  const contributors = await readContributors(trx, entity, await readReviewedVersions(trx, entity, versions));
  const rows = [...contributors].flatMap(([record_id, userIds]) =>
    [...userIds].map((user_id) => ({ entity: entity.key, record_id, user_id })),
  );
  await insertMissing(trx, 'review_writer', rows);
}

/**
 * Reads who contributed to these versions, one of each record, of which nobody has approved the values, by record. They must not approve
 * that the records get these values back.
 */
export async function readUnreviewedContributors(
  db: Database,
  entity: Entity,
  versions: VersionOf[],
): Promise<Map<number, number[]>> {
  const reviewed = await readReviewedVersions(db, entity, versions);
  const approvals = reviewed.flatMap(({ recordId, approval }) => (approval ? [{ recordId, version: approval }] : []));
  const loggedAt = await readLoggedVersions(db, entity, [...reviewed, ...approvals]);
  const unreviewed = reviewed.filter((version) => {
    const { recordId, approval } = version;
    const approved = approval === null ? undefined : loggedAt({ recordId, version: approval });
    return !approved || !isSame(loggedAt(version)?.after, approved.after);
  });
  const contributors = await readContributors(db, entity, unreviewed);
  return new Map([...contributors].map(([recordId, userIds]) => [recordId, [...userIds]]));
}

const isSame = (a: ResolvedValues | undefined, b: ResolvedValues): boolean =>
  a !== undefined && changedPointers({ ...a }, { ...b }).length === 0;
