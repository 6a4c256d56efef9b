import { hasCode } from '#crud/entity.ts';
import { findIdsUnchangedExceptCodes, type SeenVersion } from '#crud/history/versions.ts';
import type { Entity } from '#crud/model.ts';
import { readByKey } from '#crud/rows.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { TaskFailure } from '#tasks/kinds.ts';
import { assignProblemColumns, type CellProblem } from '../columns/parse-raw-record.ts';
import type { FileLine, RawRecord } from '../file-model.ts';
import { presetOf } from '../options.ts';
import { refersToItself } from '../stage/awaited-references.ts';
import type { ImportWork } from '../steps/import-work.ts';
import { lockRecordsInBatches } from '../steps/rounds.ts';
import { proposalOpenProblem, readOpenProposalsById } from '../steps/unchanged-since.ts';
import type { WorkRequest } from '../stored-import.ts';
import { queryImportRows, readAllRows, type StoredRow } from '../stored-row.ts';
import { buildCandidates } from '../values/build-candidates.ts';
import type { Candidate, RowContext } from '../values/candidate.ts';
import { createRawRecordReader, type RawRecordReader, readCodeIndex } from '../values/raw-record-reader.ts';
import { createReferenceResolver } from '../values/reference-resolver.ts';

/** The code of a record that this import created. */
export interface CreatedCode {
  entityKey: EntityKey;
  code: string;
}

/** Everything that applying the rows of an import needs. */
export interface ApplyContext extends ImportWork {
  apply: NonNullable<WorkRequest['apply']>;
  context: RowContext;
  readRawRecords: RawRecordReader;
  /** Codes of new rows that are not applied yet, for an entity that refers to itself. */
  expectedCodes: Set<string>;
}

/** Everything that applying one chunk of rows needs. */
export interface ApplyChunk extends ApplyContext {
  trx: Transaction;
  /** Collects the records that the chunk creates; later chunks learn of them after the commit. */
  createdCodes: CreatedCode[];
  /** The round before made no progress, so no row may wait any longer. */
  isLastRound: boolean;
}

export const filterUnappliedRows = (rows: ReturnType<typeof queryImportRows>) =>
  rows.whereIn('import_row.state', ['new', 'changed']).where('import_row.outcome', '');

/** Loads what is needed to compute the rows' values again, just as staging computed them. */
export async function loadApplyContext(db: Database, work: ImportWork): Promise<ApplyContext> {
  const { crud, entity, stored, workRequest } = work;
  const { id, options, columns } = stored;
  const { apply, by } = workRequest;
  if (!options || !columns || !apply) throw new TaskFailure('importFault', 'The import has no request to apply it.');
  const layout = { columns, options, preset: presetOf(entity.key, options) };
  const readRawRecords = createRawRecordReader(layout, await readCodeIndex(layout, () => readStoredLines(db, id)));
  const expectedCodes = refersToItself(entity) ? await expectedCodesOf(db, id) : new Set<string>();
  const context: RowContext = {
    crud,
    entity,
    options,
    review: await crud.reviewSetting(entity.key, db),
    actor: by,
    resolver: createReferenceResolver(crud, stored.stageTime ?? undefined),
    findByKey: readByKey,
    mayFileCreate: (code) => expectedCodes.has(code),
  };
  return { ...work, apply, context, readRawRecords, expectedCodes };
}

async function expectedCodesOf(db: Database, importId: number): Promise<Set<string>> {
  const rows = filterUnappliedRows(queryImportRows(db, importId)).where('import_row.state', 'new');
  return new Set(await rows.pluck('import_row.code'));
}

async function* readStoredLines(db: Database, importId: number): AsyncGenerator<FileLine[]> {
  for await (const rows of readAllRows(db, importId, { filter: (rows) => rows.where('import_row.nth', 0) })) yield rows;
}

/** Returns the raw records of rows, parsing each line only once; undefined if a line does not contain that record. */
export function rawRecordsOf({ readRawRecords }: ApplyContext, rows: StoredRow[]): (RawRecord | undefined)[] {
  const byFirstRow = new Map<number, RawRecord[]>();
  return rows.map(({ n, line, cells, indexInLine }) => {
    const rawRecords = byFirstRow.get(n - indexInLine) ?? readRawRecords({ line, cells });
    byFirstRow.set(n - indexInLine, rawRecords);
    return rawRecords[indexInLine];
  });
}

/** A row with the values that it would write now. */
export interface RowCandidate {
  row: StoredRow;
  candidate: Candidate;
}

/** A row that cannot be written, with the reason. */
export interface RefusedRow {
  row: StoredRow;
  outcome: 'conflicting' | 'refused';
  problems: CellProblem[];
}

const WHOLE_ROW = { column: undefined, pointer: undefined };

/** Compares rows with the current records and locks those. */
export async function compareWithCurrent(
  chunk: ApplyChunk,
  rows: StoredRow[],
): Promise<{ items: RowCandidate[]; refused: RefusedRow[] }> {
  const { trx, entity } = chunk;
  const ids = rows.flatMap(({ recordId }) => recordId ?? []);
  await lockRecordsInBatches(trx, entity, ids);
  const rebuilt = await rebuildCandidates(chunk, rows);
  const refused: RefusedRow[] = rebuilt
    .filter(({ candidate }) => candidate === undefined)
    .map(({ row }) => ({ row, outcome: 'refused', problems: [{ ...WHOLE_ROW, rule: 'noRecord' }] }));
  const proposals = await readOpenProposalsById(trx, entity, ids);
  const unchangedIds = await findIdsUnchangedExceptCodes(trx, entity, rebuilt.flatMap(toSeenVersion));
  const items: RowCandidate[] = [];
  for (const { row, candidate } of rebuilt) {
    if (!candidate) continue;
    const proposal = proposals.get(row.recordId ?? 0);
    const conflict = findConflict(entity, row, candidate, unchangedIds) ?? (proposal && proposalOpenProblem(proposal));
    if (conflict)
      refused.push({ row, outcome: 'conflicting', problems: withProblemColumns(entity, candidate, conflict) });
    else if (candidate.problems.length > 0) refused.push({ row, outcome: 'refused', problems: candidate.problems });
    else items.push({ row, candidate });
  }
  return { items, refused };
}

/** Builds the candidates of rows again; a row has none if its line no longer contains that record. */
async function rebuildCandidates(
  chunk: ApplyChunk,
  rows: StoredRow[],
): Promise<{ row: StoredRow; candidate?: Candidate }[]> {
  const rawRecords = rawRecordsOf(chunk, rows);
  const readableRawRecords = rawRecords.flatMap((rawRecord) => rawRecord ?? []);
  const candidates = (await buildCandidates(chunk.trx, chunk.context, readableRawRecords)).values();
  return rows.map((row, at) => {
    const candidate = rawRecords[at] && candidates.next().value;
    return candidate ? { row, candidate } : { row };
  });
}

/** Returns the problems with the columns that cause them. */
export function withProblemColumns(
  entity: Entity,
  { rawRecord }: Candidate,
  ...problems: CellProblem[]
): CellProblem[] {
  assignProblemColumns(entity, { rawRecord, problems });
  return problems;
}

/** Returns a problem if somebody has created or changed the record since the row was staged. */
function findConflict(
  entity: Entity,
  { recordId }: StoredRow,
  { current }: Candidate,
  unchangedIds: ReadonlySet<number>,
): CellProblem | undefined {
  if (recordId === null) return current && duplicateProblem(entity);
  const isUnchanged = current?.record.id === recordId && unchangedIds.has(recordId);
  return isUnchanged ? undefined : { ...WHOLE_ROW, rule: 'changedSince' };
}

/** Pairs the current record's version with the one that staging saw. */
function toSeenVersion({ row, candidate }: { row: StoredRow; candidate?: Candidate }): SeenVersion[] {
  const record = candidate?.current?.record;
  if (!record || row.version === null) return [];
  return [{ id: record.id, version: record.version, seenVersion: row.version }];
}

const duplicateProblem = (entity: Entity): CellProblem => ({
  column: undefined,
  pointer: `/${entity.keyFields.at(-1)}`,
  rule: hasCode(entity) ? 'duplicateCode' : 'duplicateRecord',
  parameters: { entity: entity.label },
});
