import { entityByKey } from '#crud/entity.ts';
import { toColumn } from '#crud/fields.ts';
import type { Crud, Entity, Field } from '#crud/model.ts';
import { readByKey } from '#crud/rows.ts';
import { type Database, executeText } from '#database';
import { assignProblemColumns, type CellProblem } from '../columns/parse-draft.ts';
import type { ConfiguredImport } from '../stored-import.ts';
import type { RowState } from '../stored-row.ts';
import type { Candidate, RowContext } from '../values/candidate.ts';
import { changesOf } from '../values/prepare-bodies.ts';
import { createReferenceResolver } from '../values/reference-resolver.ts';
import { newStatusOf } from '../values/status.ts';

/** Authors of the open proposals beside these records, by record. An import replaces none of them, not even its importer's own. */
async function readProposers(db: Database, entity: Entity, recordIds: number[]): Promise<Map<number, string>> {
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
  { entity: key, createdById, createdBy, options }: ConfiguredImport,
): Promise<StagingContext> {
  const entity = entityByKey({ entities }, key);
  const context = {
    ...{ crud: { entities }, entity, options, review: await review(key, db) },
    ...{ actor: { id: createdById, username: createdBy } },
    ...{ resolver: createReferenceResolver({ db, entities }), mayBeInFile: () => true, findByKey: readByKey },
  };
  return { context, uniqueFields: await readUniqueFields(db, entity) };
}

/** What rows are held against, beside their cells. */
export interface StagingContext {
  context: RowContext;
  /** Fields by which no two records may be alike, beside what identifies them. */
  uniqueFields: Field[];
}

/** What each row would do; the number of statements does not depend on the number of rows. Adds to the problems of rows that cannot be executeText. */
export async function classify(
  db: Database,
  { context, uniqueFields }: StagingContext,
  candidates: Candidate[],
): Promise<RowState[]> {
  const { entity } = context;
  const states = candidates.map((candidate) => stateOf(context, candidate));
  const writingCandidates = candidates.filter((_, at) => states[at] === 'new' || states[at] === 'changed');
  const uniquenessProblemOf = await uniquenessProblems(db, entity, uniqueFields, writingCandidates);
  const ids = writingCandidates.flatMap(({ current }) => current?.record.id ?? []);
  const proposers = await readProposers(db, entity, ids);
  for (const candidate of writingCandidates) {
    const proposer = proposers.get(candidate.current?.record.id ?? 0);
    const collision = uniquenessProblemOf.get(candidate);
    if (collision) candidate.problems.push(collision);
    else if (proposer !== undefined)
      candidate.problems.push({
        column: undefined,
        pointer: undefined,
        rule: 'proposalOpen',
        parameters: { by: proposer },
      });
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

/** Fields by which no two records may be alike, beside what identifies them. */
async function readUniqueFields(db: Database, entity: Entity): Promise<Field[]> {
  const rows = await db('information_schema.statistics')
    .whereRaw('table_schema = DATABASE()')
    .where({ table_name: entity.table, non_unique: 0 })
    .groupBy('index_name')
    .havingRaw('COUNT(*) = 1')
    .select({ name: db.raw('MIN(column_name)') });
  const names = new Set(rows.map(({ name }) => name));
  return entity.fields.filter(({ name, column }) => names.has(column) && !entity.keyFields.includes(name));
}

/** What rows would take from other records: the problem at its field, for each. */
async function uniquenessProblems(
  db: Database,
  entity: Entity,
  fields: Field[],
  candidates: Candidate[],
): Promise<Map<Candidate, CellProblem>> {
  const taken = new Map<Candidate, CellProblem>();
  for (const field of fields) {
    const candidatesWithValue = candidates.flatMap((candidate) => {
      const value = toColumn(field, candidate.values?.fields[field.name]);
      return typeof value === 'string' ? [{ candidate, value }] : [];
    });
    if (candidatesWithValue.length === 0) continue;
    const values = [...new Set(candidatesWithValue.map(({ value }) => value))];
    const sql = 'SELECT id, ?? AS value FROM ?? WHERE ?? IN (?)';
    const rows = await executeText<{ id: number; value: string }[]>(db, sql, [
      ...[field.column, entity.table, field.column],
      values,
    ]);
    const idsByValue = new Map(rows.map(({ id, value }) => [value, id]));
    for (const { candidate, value } of candidatesWithValue) {
      const holder = idsByValue.get(value);
      if (holder !== undefined && holder !== candidate.current?.record.id && !taken.has(candidate))
        taken.set(candidate, { column: undefined, pointer: `/${field.name}`, rule: 'taken' });
    }
  }
  return taken;
}
