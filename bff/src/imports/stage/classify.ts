import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity, Field } from '#crud/model.ts';
import { readByKey } from '#crud/rows.ts';
import { readHolders, readUniqueFields } from '#crud/unique-fields.ts';
import type { Database } from '#database';
import { assignProblemColumns, type CellProblem } from '../columns/parse-raw-record.ts';
import { presetOf } from '../presets/index.ts';
import type { ConfiguredImport } from '../stored-import.ts';
import { type RowState, readAllRows, type StoredRow } from '../stored-row.ts';
import { buildCandidates } from '../values/build-candidates.ts';
import type { Candidate, RowContext } from '../values/candidate.ts';
import { changesOf, newStatusOf } from '../values/prepare-bodies.ts';
import { createRawRecordReader, readCodeIndex } from '../values/raw-record-reader.ts';
import { createReferenceResolver } from '../values/reference-resolver.ts';

/** Reads the authors of open proposals by record id. An import replaces no proposal, not even one of the same user. */
async function readProposalAuthors(db: Database, entity: Entity, recordIds: number[]): Promise<Map<number, string>> {
  if (recordIds.length === 0) return new Map();
  const rows = await db('proposal')
    .where({ entity: entity.key, open: 1 })
    .whereIn('record_id', recordIds)
    .select('record_id', 'author');
  return new Map(rows.map(({ record_id, author }) => [record_id, author]));
}

/** Loads what is needed to evaluate rows, as of now. */
export async function loadStagingContext(
  { db, entities, reviewSetting: review }: Pick<CrudContext, 'db' | 'entities' | 'reviewSetting'>,
  { entity: key, createdById, createdBy, options }: ConfiguredImport,
): Promise<StagingContext> {
  const entity = entityByKey({ entities }, key);
  const context = {
    crud: { entities },
    entity,
    options,
    review: await review(key, db),
    actor: { id: createdById, username: createdBy },
    resolver: createReferenceResolver({ db, entities }),
    mayFileCreate: () => true,
    findByKey: readByKey,
  };
  return {
    context,
    uniqueFields: (await readUniqueFields(db, entity)).filter(({ name }) => !entity.keyFields.includes(name)),
  };
}

/** Everything needed to evaluate rows besides their cells. */
export interface StagingContext {
  context: RowContext;
  /** Fields other than the key whose values must be unique. */
  uniqueFields: Field[];
}

/** Determines the state of each row and adds conflicts to its problems. The number of statements does not depend on the number of rows. */
export async function classify(
  db: Database,
  { context, uniqueFields }: StagingContext,
  candidates: Candidate[],
): Promise<RowState[]> {
  const { entity } = context;
  const states = candidates.map((candidate) => initialState(context, candidate));
  const writingCandidates = candidates.filter((_, at) => states[at] === 'new' || states[at] === 'changed');
  const uniquenessProblems = await findTakenValues(db, entity, uniqueFields, writingCandidates);
  const ids = writingCandidates.flatMap(({ current }) => current?.record.id ?? []);
  const proposers = await readProposalAuthors(db, entity, ids);
  for (const candidate of writingCandidates) {
    const proposer = proposers.get(candidate.current?.record.id ?? 0);
    const uniquenessProblem = uniquenessProblems.get(candidate);
    if (uniquenessProblem) candidate.problems.push(uniquenessProblem);
    else if (proposer !== undefined)
      candidate.problems.push({
        column: undefined,
        pointer: undefined,
        rule: 'proposalOpen',
        parameters: { by: proposer },
      });
  }
  for (const candidate of candidates) assignProblemColumns(entity, candidate);
  return states.map((state, at) => (conflicts(state, candidates[at]) ? 'conflicting' : state));
}

const conflicts = (state: RowState, candidate: Candidate | undefined) =>
  state !== 'refused' && candidate !== undefined && candidate.problems.length > 0;

function initialState({ entity }: RowContext, candidate: Candidate): RowState {
  if (candidate.problems.length > 0) return 'refused';
  if (!candidate.current) return 'new';
  return changesOf(entity, candidate).length > 0 || newStatusOf(candidate) ? 'changed' : 'unchanged';
}

/** Finds rows whose unique values belong to other records, with the problem at the field. */
async function findTakenValues(
  db: Database,
  entity: Entity,
  fields: Field[],
  candidates: Candidate[],
): Promise<Map<Candidate, CellProblem>> {
  const problemByCandidate = new Map<Candidate, CellProblem>();
  const written = candidates.flatMap((candidate) =>
    candidate.values ? [{ candidate, values: candidate.values.fields }] : [],
  );
  for (const field of fields) {
    const holderOf = await readHolders(
      db,
      entity,
      field,
      written.map(({ values }) => values),
    );
    for (const { candidate, values } of written) {
      const holderId = holderOf(values);
      if (holderId !== undefined && holderId !== candidate.current?.record.id && !problemByCandidate.has(candidate))
        problemByCandidate.set(candidate, { column: undefined, pointer: `/${field.name}`, rule: 'taken' });
    }
  }
  return problemByCandidate;
}

/** Builds the candidate of a stored row again; returns undefined if its line cannot be parsed into that record. */
export async function buildRowCandidate(
  crud: Pick<CrudContext, 'db' | 'entities' | 'reviewSetting'>,
  stored: ConfiguredImport,
  row: StoredRow,
): Promise<Candidate | undefined> {
  const { db } = crud;
  const { options, id } = stored;
  const columns = stored.columns ?? [];
  if (row.cells.length !== columns.length) return undefined;
  const layout = { columns, options, preset: presetOf(stored.entity, options) };
  const rawRecord = createRawRecordReader(layout, await readCodeIndex(layout, () => readAllRows(db, id)))(row)[
    row.indexInLine
  ];
  if (!rawRecord) return undefined;
  const { context } = await loadStagingContext(crud, stored);
  const [candidate] = await buildCandidates(db, context, [rawRecord]);
  const codes =
    candidate?.pendingReferences.filter(({ mayBeCreatedByFile }) => mayBeCreatedByFile).map(({ code }) => code) ?? [];
  if (codes.length === 0) return candidate;
  const newCodes = await codesOfNewRows(db, id, codes);
  const [rebuilt] = await buildCandidates(db, { ...context, mayFileCreate: (code) => newCodes.has(code) }, [rawRecord]);
  return rebuilt;
}

/** Returns the codes among these that new rows of the file have. */
async function codesOfNewRows(db: Database, importId: number, codes: string[]): Promise<Set<string>> {
  const rows = db('import_row').where({ import_id: importId, state: 'new' });
  return new Set(await rows.whereIn('code', codes).pluck('code'));
}
