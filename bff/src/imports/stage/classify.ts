import { entityByKey } from '#crud/entity.ts';
import type { Crud, Entity, Field } from '#crud/model.ts';
import { readByKey } from '#crud/rows.ts';
import type { Database } from '#database';
import type { ImportOptions, StoredImport } from '../stored-import.ts';
import type { RowState } from '../stored-row.ts';
import type { Candidate, Reading } from '../values/candidate.ts';
import { takenBy, uniqueFields } from '../values/identity.ts';
import { locate } from '../values/locate.ts';
import { changesOf } from '../values/prepare-bodies.ts';
import { createReferenceBook } from '../values/reference-book.ts';
import { newStatusOf } from '../values/status.ts';

/** Who has an open proposal beside these records, by record: the importer's own is replaced as little as anybody else's. */
async function proposersOf(db: Database, entity: Entity, recordIds: number[]): Promise<Map<number, string>> {
  if (recordIds.length === 0) return new Map();
  const rows = await db('proposal')
    .where({ entity: entity.key, open: 1 })
    .whereIn('record_id', recordIds)
    .select('record_id', 'author');
  return new Map(rows.map(({ record_id, author }) => [record_id, author]));
}

/** What rows of an import are held against, from now on. */
export async function stagingOf(
  { db, entities, review }: Pick<Crud, 'db' | 'entities' | 'review'>,
  { entity: key, createdById, createdBy, options }: StoredImport & { options: ImportOptions },
): Promise<Staging> {
  const entity = entityByKey({ entities }, key);
  const reading = {
    ...{ crud: { entities }, entity, options, review: await review(key, db) },
    ...{ actor: { id: createdById, username: createdBy } },
    ...{ book: createReferenceBook({ db, entities }), inFile: () => true, find: readByKey },
  };
  return { reading, unique: await uniqueFields(db, entity) };
}

/** What rows are held against, beside their cells. */
export interface Staging {
  reading: Reading;
  /** Fields by which no two records may be alike, beside what identifies them. */
  unique: Field[];
}

/** What rows would do, by as few statements as one; why one cannot is among its problems. */
export async function classify(
  db: Database,
  { reading, unique }: Staging,
  candidates: Candidate[],
): Promise<RowState[]> {
  const { entity } = reading;
  const states = candidates.map((candidate) => stateOf(reading, candidate));
  const writing = candidates.filter((_, at) => states[at] === 'new' || states[at] === 'changed');
  const taken = await takenBy(db, entity, unique, writing);
  const ids = writing.flatMap(({ current }) => current?.record.id ?? []);
  const proposers = await proposersOf(db, entity, ids);
  for (const candidate of writing) {
    const by = proposers.get(candidate.current?.record.id ?? 0);
    const collision = taken.get(candidate);
    if (collision) candidate.problems.push(collision);
    else if (by !== undefined)
      candidate.problems.push({ column: undefined, pointer: undefined, rule: 'proposalOpen', parameters: { by } });
  }
  for (const candidate of candidates) locate(entity, candidate);
  return states.map((state, at) => (collides(state, candidates[at]) ? 'conflicting' : state));
}

const collides = (state: RowState, candidate: Candidate | undefined) =>
  state !== 'refused' && candidate !== undefined && candidate.problems.length > 0;

function stateOf({ entity }: Reading, candidate: Candidate): RowState {
  if (candidate.problems.length > 0) return 'refused';
  if (!candidate.current) return 'new';
  return changesOf(entity, candidate).length > 0 || newStatusOf(candidate) ? 'changed' : 'unchanged';
}
