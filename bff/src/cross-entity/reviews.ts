import { entityByKey, identityOf } from '#crud/entity.ts';
import { loadLabels } from '#crud/labels.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { missingToApprove } from '#crud/prepare.ts';
import { readOpenProposals, toProposalResponse } from '#crud/proposals.ts';
import { toStoredRecords, toValues } from '#crud/rows.ts';
import { findSelfReviewIds, hasProposed } from '#crud/second-person.ts';
import type { Database } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { readImportReviews } from '#imports/import-reviews.ts';
import { listWaiting, tallyWaiting, type WaitingItem } from './waiting.ts';

type ReviewItem = Schemas['ReviewItem'];
type RecordReview = Schemas['RecordReview'];
type WaitingRecord = WaitingItem & Pick<RecordReview, 'kind'>;

const isRecord = (row: WaitingItem): row is WaitingRecord => row.kind !== 'import';

/** A page of what waits for a decision, oldest first. */
export async function listReviews(
  crud: Crud,
  { page = 1, pageSize = 20, entity }: { page?: number; pageSize?: number; entity?: EntityKey },
  caller: Caller,
) {
  const { db } = crud;
  const entities = crud.entities.filter(({ key }) => !entity || key === entity);
  const [tallies, rows] = await Promise.all([
    tallyWaiting(db, entities, caller),
    listWaiting(db, entities, caller, { page, pageSize }),
  ]);
  const total = [...tallies.values()].reduce((sum, { count }) => sum + count, 0);
  return { ...(await describe(crud, rows, caller)), total, page, pageSize };
}

async function describe(crud: Crud, rows: WaitingItem[], caller: Caller) {
  const items = new Map<WaitingItem, ReviewItem | undefined>();
  const labels: Schemas['Labels'] = {};
  for (const key of new Set(rows.map(({ entity }) => entity))) {
    const rowsOfKind = rows.filter((row) => row.entity === key);
    const [records, imports] = [rowsOfKind.filter(isRecord), rowsOfKind.filter((row) => !isRecord(row))];
    const brought = await readImportReviews(crud, entityByKey(crud, key), idsOf(imports), caller);
    for (const row of imports) items.set(row, brought.get(row.id));
    if (records.length === 0) continue;
    const sources = await readSources(crud, entityByKey(crud, key), idsOf(records), caller);
    for (const row of records) items.set(row, toItem(sources, row, caller));
    for (const [kind, names] of Object.entries(sources.labels)) labels[kind] = { ...labels[kind], ...names };
  }
  // undefined is what has been decided on since
  return { items: rows.flatMap((row) => items.get(row) ?? []), labels };
}

const idsOf = (rows: WaitingItem[]) => [...new Set(rows.map(({ id }) => id))];

/** All that the items of one kind are made of, each read once for all of them. */
async function readSources(crud: Crud, entity: Entity, ids: number[], caller: Caller) {
  const { db } = crud;
  const [stored, open, actions, barred, review] = await Promise.all([
    db(entity.table)
      .whereIn('id', ids)
      .then((found) => toStoredRecords(db, entity, found)),
    readOpenProposals(db, entity, ids),
    readPendingActions(db, entity, ids),
    findSelfReviewIds(crud, db, entity, ids, caller.id),
    crud.review(entity.key),
  ]);
  return {
    entity,
    records: new Map(stored.map(({ record }) => [record.id, record])),
    proposals: new Map(open.map((proposal) => [proposal.recordId, proposal])),
    actions,
    barred: new Set(barred),
    review,
    labels: await loadLabels(db, entity, stored.map(toValues), caller),
  };
}

type Sources = Awaited<ReturnType<typeof readSources>>;

/** Undefined where what waited has been decided on since. */
function toItem(sources: Sources, { kind, id }: WaitingRecord, caller: Caller): RecordReview | undefined {
  const record = sources.records.get(id);
  const proposal = sources.proposals.get(id);
  if (!record) return undefined;
  const { entity } = sources;
  const { version, updatedBy: by, updateTime: time, warnings } = record;
  const named = { entity: entity.key, id, ...identityOf(entity, record), kind };
  const ownWork = sources.barred.has(id);
  if (kind === 'record') {
    const action = sources.actions.get(id) ?? 'create';
    const missing = missingToApprove(entity, record);
    return { ...named, action, changes: [], by, time, version, ownWork, missing, warnings };
  }
  if (!proposal) return undefined;
  const { id: _, baseVersion, after, ...shown } = toProposalResponse(proposal);
  const wrote = sources.review === 'second-person' && hasProposed(proposal, caller.id);
  // a proposal that lacks something is refused when it is made
  const odd = after ? (entity.warnings?.(after) ?? []) : [];
  return { ...named, ...shown, ownWork: ownWork || wrote, missing: [], warnings: odd };
}

type Pending = 'create' | 'resubmit' | 'restore';

/** What last made each record pending. */
async function readPendingActions(db: Database, entity: Entity, ids: number[]): Promise<Map<number, Pending>> {
  const last = db('data_log')
    .where('entity', entity.key)
    .whereIn('record_id', ids)
    .whereIn('action', ['create', 'resubmit', 'restore'])
    .groupBy('record_id')
    .max('seq');
  const rows = await db('data_log').whereIn('seq', last).select('record_id', 'action');
  return new Map(rows.map(({ record_id, action }) => [record_id, action]));
}
