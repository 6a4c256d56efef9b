import { entityByKey } from '#crud/entity.ts';
import type { Crud, Entity, Field } from '#crud/model.ts';
import { readByKey } from '#crud/rows.ts';
import type { Database } from '#database';
import type { ImportOptions, StoredImport } from '../stored-import.ts';
import type { RowState } from '../stored-row.ts';
import type { Candidate, RowContext } from '../values/candidate.ts';
import { uniqueFields, uniquenessProblems } from '../values/identity.ts';
import { assignProblemColumns } from '../values/locate.ts';
import { changesOf } from '../values/prepare-bodies.ts';
import { createReferenceBook } from '../values/reference-book.ts';
import { newStatusOf } from '../values/status.ts';

/** Authors of the open proposals beside these records, by record. An import replaces none of them, not even its importer's own. */
async function proposersOf(db: Database, entity: Entity, recordIds: number[]): Promise<Map<number, string>> {
  if (recordIds.length === 0) return new Map();
  const rows = await db('proposal')
    .where({ entity: entity.key, open: 1 })
    .whereIn('record_id', recordIds)
    .select('record_id', 'author');
  return new Map(rows.map(({ record_id, author }) => [record_id, author]));
}

/** What rows of an import are held against, from now on. */
export async function loadStagingContext(
  { db, entities, review }: Pick<Crud, 'db' | 'entities' | 'review'>,
  { entity: key, createdById, createdBy, options }: StoredImport & { options: ImportOptions },
): Promise<StagingContext> {
  const entity = entityByKey({ entities }, key);
  const reading = {
    ...{ crud: { entities }, entity, options, review: await review(key, db) },
    ...{ actor: { id: createdById, username: createdBy } },
    ...{ book: createReferenceBook({ db, entities }), inFile: () => true, find: readByKey },
  };
  return { reading, unique: await uniqueFields(db, entity) };
}

/** What rows are held against, beside their cells. */
export interface StagingContext {
  reading: RowContext;
  /** Fields by which no two records may be alike, beside what identifies them. */
  unique: Field[];
}

/** What each row would do; the number of statements does not depend on the number of rows. Adds to the problems of rows that cannot be written. */
export async function classify(
  db: Database,
  { reading, unique }: StagingContext,
  candidates: Candidate[],
): Promise<RowState[]> {
  const { entity } = reading;
  const states = candidates.map((candidate) => stateOf(reading, candidate));
  const writing = candidates.filter((_, at) => states[at] === 'new' || states[at] === 'changed');
  const taken = await uniquenessProblems(db, entity, unique, writing);
  const ids = writing.flatMap(({ current }) => current?.record.id ?? []);
  const proposers = await proposersOf(db, entity, ids);
  for (const candidate of writing) {
    const by = proposers.get(candidate.current?.record.id ?? 0);
    const collision = taken.get(candidate);
    if (collision) candidate.problems.push(collision);
    else if (by !== undefined)
      candidate.problems.push({ column: undefined, pointer: undefined, rule: 'proposalOpen', parameters: { by } });
  }
  for (const candidate of candidates) assignProblemColumns(entity, candidate);
  return states.map((state, at) => (collides(state, candidates[at]) ? 'conflicting' : state));
}

const collides = (state: RowState, candidate: Candidate | undefined) =>
  state !== 'refused' && candidate !== undefined && candidate.problems.length > 0;

function stateOf({ entity }: RowContext, candidate: Candidate): RowState {
  if (candidate.problems.length > 0) return 'refused';
  if (!candidate.current) return 'new';
  return changesOf(entity, candidate).length > 0 || newStatusOf(candidate) ? 'changed' : 'unchanged';
}
