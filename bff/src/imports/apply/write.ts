import { waitsForSecond } from '#crud/proposals.ts';
import { proposeAll } from '#crud/propose.ts';
import { addWriters } from '#crud/review-writers.ts';
import type { Stored, Values } from '#crud/rows.ts';
import { insertRecords, updateRecords } from '#crud/store.ts';
import { writersOf } from '../steps/import-work.ts';
import { inPieces } from '../steps/in-pieces.ts';
import type { RowResult } from '../steps/row-results.ts';
import type { StoredRow } from '../stored-row.ts';
import { changesOf } from '../values/prepare-bodies.ts';
import type { Chunk } from './applying.ts';
import type { Item } from './judge.ts';

interface Change {
  row: StoredRow;
  current: Stored;
  values: Values;
}

interface Creation {
  row: StoredRow;
  values: Values;
  isWhole: boolean;
}

/** Writes sound rows as a person would have: new records, changes, and proposals where a change waits for a second person. */
export async function writeItems(chunk: Chunk, items: Item[]): Promise<RowResult[]> {
  const creations: Creation[] = [];
  const changes: Change[] = [];
  const same: RowResult[] = [];
  for (const { row, candidate } of items) {
    const { current, values, missing } = candidate;
    if (!values) throw new Error('a sound row has no values');
    if (!current) creations.push({ row, values, isWhole: missing.length === 0 });
    else if (changesOf(chunk.entity, candidate).length > 0) changes.push({ row, current, values });
    // what it refers to may have another code since; the record's version is not the import's, so a revert leaves it alone
    else same.push({ n: row.n, was: null, outcome: 'unchanged' });
  }
  const review = await chunk.crud.review(chunk.entity.key, chunk.trx);
  const waits = ({ current }: Change) => waitsForSecond(review, current.record, 'update');
  return [
    ...same,
    ...(await create(chunk, creations, review === 'none' ? chunk.apply.status : 'pending')),
    ...(await propose(chunk, changes.filter(waits))),
    ...(await update(
      chunk,
      changes.filter((change) => !waits(change)),
    )),
  ];
}

const actOf = ({ asked, reason }: Chunk, action: 'create' | 'update') => ({ action, actor: asked.by, reason });

/** With holes a record comes in as pending whatever was asked for. */
async function create(chunk: Chunk, all: Creation[], status: 'pending' | 'active'): Promise<RowResult[]> {
  const { trx, entity, stored, brought } = chunk;
  if (all.length === 0) return [];
  const news = all.map(({ values, isWhole }) => {
    const begins = isWhole ? status : 'pending';
    return { values, status: begins, importId: begins === 'pending' ? stored.id : undefined };
  });
  const made = await insertRecords(trx, entity, news, actOf(chunk, 'create'));
  const pending = made.filter(({ record }) => record.status === 'pending');
  await addWriters(trx, entity.key, idsOf(pending), writersOf(chunk));
  for (const { record } of made) if (record.code) brought.push({ kind: entity.key, code: record.code });
  return resultsOf(all, made, 'created');
}

async function update(chunk: Chunk, all: Change[]): Promise<RowResult[]> {
  const { trx, entity } = chunk;
  if (all.length === 0) return [];
  const written = await inPieces(all, (some) => updateRecords(trx, entity, some, actOf(chunk, 'update')));
  await addWriters(trx, entity.key, idsOf(written), writersOf(chunk));
  return resultsOf(all, written, 'updated');
}

async function propose(chunk: Chunk, all: Change[]): Promise<RowResult[]> {
  if (all.length === 0) return [];
  const { trx, entity, stored, asked } = chunk;
  const origin = { importId: stored.id, contributorIds: writersOf(chunk) };
  const proposals = await inPieces(all, (some) => proposeAll(trx, entity, 'update', some, asked.by, origin));
  return all.map(({ row }, at) => ({
    ...{ n: row.n, was: null, outcome: 'proposed' },
    version: proposals[at]?.version ?? 0,
  }));
}

const idsOf = (all: Stored[]) => all.map(({ record }) => record.id);

const resultsOf = (all: { row: StoredRow }[], written: Stored[], outcome: 'created' | 'updated'): RowResult[] =>
  written.map(({ record }, at) => ({
    ...{ n: all[at]?.row.n ?? 0, was: null, outcome },
    ...{ recordId: record.id, version: record.version },
  }));
