import { readLoggedValues, type VersionOf } from '#crud/history/versions.ts';
import type { Entity, ResolvedValues } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { createCodeHydrator } from '#crud/rows.ts';
import { type Database, insertMissing, type Transaction } from '#database';
import { findReview, type LoggedChange, type Review } from './logged-reviews.ts';

// An approval clears the contributors of a record, and `approved_contributor` keeps them. They count again where a record gets values back
// that nobody had approved.

/** A version of a record, and what became of its review. */
interface ReviewedVersion extends VersionOf {
  review: Review;
}

/** The number of approved versions that are read and compared at once. */
const COMPARED_VERSIONS = 1000;

const REQUESTED = `JSON_TABLE(?, '$[*]' COLUMNS (record_id INT UNSIGNED PATH '$.recordId', version INT UNSIGNED PATH '$.version')) AS requested`;

const CHANGES = `SELECT log.seq, log.record_id AS recordId, log.version, log.action, log.actor_id AS actorId, log.actor, log.proposer,
    proposer.id AS proposerId, log.change_set_id AS changeSetId, JSON_VALUE(log.\`after\`, '$.status') AS status
  FROM ${REQUESTED} STRAIGHT_JOIN data_log AS log ON log.entity = ? AND log.record_id = requested.record_id
  LEFT JOIN user AS proposer ON proposer.username = log.proposer
  ORDER BY log.version`;

const APPROVED_CONTRIBUTORS = `SELECT approved.record_id AS recordId, approved.version, approved.user_id AS userId
  FROM ${REQUESTED} STRAIGHT_JOIN approved_contributor AS approved
    ON approved.entity = ? AND approved.record_id = requested.record_id`;

type ChangeRow = Omit<LoggedChange, 'writerIds' | 'clearedIds'> & VersionOf;

const queryWriters = async (db: Database, setIds: number[]): Promise<{ set_id: number; user_id: number }[]> =>
  setIds.length === 0 ? [] : db('change_set_writer').whereIn('set_id', setIds).select('set_id', 'user_id');

/** Reads what became of the review of these versions, one of each record; without those that the log does not have any more. */
async function readReviews(db: Database, entity: Entity, versions: VersionOf[]): Promise<ReviewedVersion[]> {
  if (versions.length === 0) return [];
  const parameters = [JSON.stringify(versions), entity.key];
  const [rows] = await db.raw(CHANGES, parameters);
  const changes: ChangeRow[] = rows;
  const setIds = changes.flatMap(({ changeSetId }) => changeSetId ?? []);
  const writers = await queryWriters(db, [...new Set(setIds)]);
  const writersOf = groupIds(writers.map(({ set_id, user_id }) => [set_id, user_id]));
  const [contributors] = await db.raw(APPROVED_CONTRIBUTORS, parameters);
  const clearedAt = groupIds<string>(
    contributors.map((each: VersionOf & { userId: number }) => [versionKey(each), each.userId]),
  );
  const changesOf = new Map<number, LoggedChange[]>();
  for (const change of changes) {
    const { recordId, changeSetId } = change;
    const writerIds = writersOf.get(changeSetId ?? 0) ?? [];
    const ofRecord = changesOf.get(recordId) ?? [];
    ofRecord.push({ ...change, writerIds, clearedIds: clearedAt.get(versionKey(change)) ?? [] });
    changesOf.set(recordId, ofRecord);
  }
  return versions.flatMap((version) => {
    const review = findReview(changesOf.get(version.recordId) ?? [], version.version);
    return review ? [{ ...version, review }] : [];
  });
}

const versionKey = ({ recordId, version }: VersionOf) => `${recordId} ${version}`;

function groupIds<Key>(pairs: [Key, number][]): Map<Key, number[]> {
  const ids = new Map<Key, number[]>();
  for (const [key, id] of pairs) ids.set(key, [...(ids.get(key) ?? []), id]);
  return ids;
}

/** Reads who contributed to these versions while nobody had approved them, by record. */
async function readContributors(
  db: Database,
  entity: Entity,
  versions: ReviewedVersion[],
): Promise<Map<number, Set<number>>> {
  const contributors = new Map(versions.map(({ recordId, review }) => [recordId, new Set(review.contributorIds)]));
  const waitingIds = versions.flatMap(({ recordId, review }) => (review.isDone || review.endedLater ? [] : recordId));
  const writers: { record_id: number; user_id: number }[] = await db('review_writer')
    .where('entity', entity.key)
    .whereIn('record_id', waitingIds)
    .select('record_id', 'user_id');
  for (const { record_id, user_id } of writers) contributors.get(record_id)?.add(user_id);
  return contributors;
}

/** Finds the versions of which nobody has approved the values, be it with another version. */
async function findUnapproved(db: Database, entity: Entity, versions: ReviewedVersion[]): Promise<ReviewedVersion[]> {
  const undone = versions.filter(({ review }) => !review.isDone);
  const approved = new Set<ReviewedVersion>();
  let searched = undone.filter(({ review }) => review.approvedSeqs.length > 0);
  const valuesAt = await readCurrentValues(
    db,
    entity,
    searched.map(({ review }) => review.seq),
  );
  // in steps, as a record may have had any number of approved versions
  for (let offset = 0; searched.length > 0; ) {
    const count = Math.ceil(COMPARED_VERSIONS / searched.length);
    const comparedSeqs = (version: ReviewedVersion) => version.review.approvedSeqs.slice(offset, offset + count);
    const approvedValuesAt = await readCurrentValues(db, entity, searched.flatMap(comparedSeqs));
    for (const version of searched) {
      const values = valuesAt.get(version.review.seq);
      if (comparedSeqs(version).some((seq) => isSame(values, approvedValuesAt.get(seq)))) approved.add(version);
    }
    offset += count;
    const nextOffset = offset;
    searched = searched.filter((version) => !approved.has(version) && version.review.approvedSeqs.length > nextOffset);
  }
  return undone.filter((version) => !approved.has(version));
}

/** Reads the values in these rows of the log, with the codes that referenced records have now. */
async function readCurrentValues(db: Database, entity: Entity, seqs: number[]): Promise<Map<number, ResolvedValues>> {
  const values = await readLoggedValues(db, entity, seqs);
  const withCurrentCodes = await createCodeHydrator(db, entity, [...values.values()]);
  return new Map([...values].map(([seq, logged]) => [seq, withCurrentCodes(logged)]));
}

const isSame = (a: ResolvedValues | undefined, b: ResolvedValues | undefined): boolean =>
  a !== undefined && b !== undefined && changedPointers({ ...a }, { ...b }).length === 0;

/**
 * Adds again to the contributors of records who contributed to these versions of them while nobody had approved these. A record that
 * awaited its approval does so again, even if its values were approved as they are.
 */
export async function addEarlierContributors(trx: Transaction, entity: Entity, versions: VersionOf[]): Promise<void> {
  const reviewed = await readReviews(trx, entity, versions);
  const waited = reviewed.filter(({ review }) => review.waited);
  const others = reviewed.filter(({ review }) => !review.waited);
  const counted = [...waited, ...(await findUnapproved(trx, entity, others))];
  const rows = [...(await readContributors(trx, entity, counted))].flatMap(([record_id, userIds]) =>
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
  const unapproved = await findUnapproved(db, entity, await readReviews(db, entity, versions));
  const contributors = await readContributors(db, entity, unapproved);
  return new Map([...contributors].map(([recordId, userIds]) => [recordId, [...userIds]]));
}
