import { codeAndNameOf, entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { firstChanges } from '#crud/pointers.ts';
import { findMissingForApproval } from '#crud/prepare.ts';
import { loadLabels } from '#crud/references/labels.ts';
import { type Proposal, readOpenProposals, toProposalResponse } from '#crud/review/proposals.ts';
import { findSelfReviewIds, hasProposed } from '#crud/review/second-person.ts';
import { toStoredRecords, toValues } from '#crud/rows.ts';
import type { Database } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { readImportReviews } from '#imports/import-reviews.ts';
import {
  listPending,
  type PendingFilter,
  type PendingItem,
  type PendingOrder,
  tallyAuthors,
  tallyCompleteness,
  tallyPending,
} from './pending-items.ts';

type ReviewItem = Schemas['ReviewItem'];
type RecordToReview = Schemas['RecordToReview'];
/** A pending record, or a record with an open proposal. */
type PendingRecordItem = PendingItem & Pick<RecordToReview, 'kind'>;

const isRecordItem = (row: PendingItem): row is PendingRecordItem => row.kind !== 'import';

interface ReviewQuery {
  page?: number | undefined;
  pageSize?: number | undefined;
  entity?: EntityKey | undefined;
  order?: PendingOrder | undefined;
}

/** Reads a page of the review queue, oldest first, or entity by entity. */
export async function listReviews(
  crud: CrudContext,
  { page = 1, pageSize = 20, entity, order, ...filter }: PendingFilter & ReviewQuery,
  caller: Caller,
) {
  const { db } = crud;
  const entities = crud.entities.filter(({ key }) => !entity || key === entity);
  const { by: _, ...filterOfAll } = filter;
  const [tallies, rows, authors] = await Promise.all([
    tallyPending(db, entities, caller, filter),
    listPending(db, entities, caller, { page, pageSize, order, ...filter }),
    tallyAuthors(db, entities, caller, filterOfAll),
  ]);
  const total = [...tallies.values()].reduce((sum, { count }) => sum + count, 0);
  return { ...(await describeItems(crud, rows, caller)), authors, total, page, pageSize };
}

/** Reads the imports that have waited longest for a review, oldest first. */
export async function listWaitingImports(
  crud: CrudContext,
  limit: number,
  caller: Caller,
): Promise<Schemas['ImportReview'][]> {
  const page = { kind: 'import', page: 1, pageSize: limit } as const;
  const { items } = await describeItems(crud, await listPending(crud.db, crud.entities, caller, page), caller);
  return items.filter((item) => item.kind === 'import');
}

/** Counts what can be approved of the review queue, and what the rest lacks, most frequent first. */
export async function readReviewCompleteness(
  crud: CrudContext,
  { entity, ...filter }: Omit<PendingFilter, 'missing'> & Pick<ReviewQuery, 'entity'>,
  caller: Caller,
): Promise<Schemas['ReviewCompletenessAnswer']['data']> {
  const entities = crud.entities.filter(({ key }) => !entity || key === entity);
  const byEntity = await tallyCompleteness(crud.db, entities, caller, filter);
  const missing = new Map<string, number>();
  let ready = 0;
  for (const counts of byEntity.values()) {
    ready += counts.ready;
    for (const [pointer, count] of counts.missing) missing.set(pointer, (missing.get(pointer) ?? 0) + count);
  }
  return {
    ready,
    missing: mostFrequentFirst(missing),
    entities: [...byEntity].map(([key, counts]) => ({
      entity: key,
      ...counts,
      missing: mostFrequentFirst(counts.missing),
    })),
  };
}

const mostFrequentFirst = (counts: Map<string, number>): Schemas['MissingCounts'] =>
  [...counts].map(([pointer, count]) => ({ pointer, count })).toSorted((a, b) => b.count - a.count);

async function describeItems(crud: CrudContext, rows: PendingItem[], caller: Caller) {
  const items = new Map<PendingItem, ReviewItem | undefined>();
  const labels: Schemas['Labels'] = {};
  for (const key of new Set(rows.map(({ entity }) => entity))) {
    const entityRows = rows.filter((row) => row.entity === key);
    const [records, imports] = [entityRows.filter(isRecordItem), entityRows.filter((row) => !isRecordItem(row))];
    const importReviews = await readImportReviews(crud, entityByKey(crud, key), idsOf(imports), caller);
    for (const row of imports) items.set(row, importReviews.get(row.id));
    if (records.length === 0) continue;
    const reviewData = await readReviewData(crud, entityByKey(crud, key), idsOf(records), caller);
    for (const row of records) items.set(row, toItem(reviewData, row, caller));
    for (const [entityKey, names] of Object.entries(reviewData.labels))
      labels[entityKey] = { ...labels[entityKey], ...names };
  }
  // items that have been decided on meanwhile are undefined
  return { items: rows.flatMap((row) => items.get(row) ?? []), labels };
}

const idsOf = (rows: PendingItem[]) => [...new Set(rows.map(({ id }) => id))];

/** Reads everything that the items of one entity need, with a fixed number of statements. */
async function readReviewData(crud: CrudContext, entity: Entity, ids: number[], caller: Caller) {
  const { db } = crud;
  const [stored, openProposals, actions, selfReviewIds, review] = await Promise.all([
    db(entity.table)
      .whereIn('id', ids)
      .then((rows) => toStoredRecords(db, entity, rows)),
    readOpenProposals(db, entity, ids),
    readPendingActions(db, entity, ids),
    findSelfReviewIds(crud, db, entity, ids, caller.id),
    crud.reviewSetting(entity.key),
  ]);
  return {
    entity,
    records: new Map(stored.map(({ record }) => [record.id, record])),
    proposals: new Map(openProposals.map((proposal) => [proposal.recordId, proposal])),
    actions,
    selfReviewIds: new Set(selfReviewIds),
    review,
    labels: await loadLabels(db, entity, [...stored.map(toValues), ...openProposals.flatMap(proposedStates)], caller),
  };
}

/** The values before and after a proposal. */
const proposedStates = ({ base, after }: Proposal) => (after ? [base, after] : []);

type ReviewData = Awaited<ReturnType<typeof readReviewData>>;

/** Converts a pending item; returns undefined if it has been decided on meanwhile. */
function toItem(reviewData: ReviewData, { kind, id }: PendingRecordItem, caller: Caller): RecordToReview | undefined {
  const record = reviewData.records.get(id);
  const proposal = reviewData.proposals.get(id);
  if (!record) return undefined;
  const { entity } = reviewData;
  const { version, updatedBy: by, updateTime: time, warnings } = record;
  const common = { entity: entity.key, id, ...codeAndNameOf(entity, record), kind };
  const ownWork = reviewData.selfReviewIds.has(id);
  if (kind === 'record') {
    const action = reviewData.actions.get(id) ?? 'create';
    const missing = findMissingForApproval(entity, record);
    return { ...common, action, changes: [], values: [], by, time, version, ownWork, missing, warnings };
  }
  if (!proposal) return undefined;
  const { id: _, baseVersion, after, ...response } = toProposalResponse(proposal);
  const isProposer = reviewData.review === 'second-person' && hasProposed(proposal, caller.id);
  // proposals are never incomplete, as that is checked when they are made
  const proposalWarnings = after ? (entity.warnings?.(after) ?? []) : [];
  const values = after ? firstChanges(response.changes, proposal.base.fields, after) : [];
  return { ...common, ...response, values, ownWork: ownWork || isProposer, missing: [], warnings: proposalWarnings };
}

type Pending = 'create' | 'resubmit' | 'restore';

/** Reads the action that last made each record pending. A restored version of a record that exists leaves its status as it is. */
async function readPendingActions(db: Database, entity: Entity, ids: number[]): Promise<Map<number, Pending>> {
  const latestEntries = db('data_log')
    .where('entity', entity.key)
    .whereIn('record_id', ids)
    .where((any) =>
      any
        .whereIn('action', ['create', 'resubmit'])
        .orWhere((revived) => revived.where('action', 'restore').whereNull('before')),
    )
    .groupBy('record_id')
    .max('seq');
  const rows = await db('data_log').whereIn('seq', latestEntries).select('record_id', 'action');
  return new Map(rows.map(({ record_id, action }) => [record_id, action]));
}
