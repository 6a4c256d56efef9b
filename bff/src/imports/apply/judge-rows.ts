import { hasCode } from '#crud/entity.ts';
import type { Entity } from '#crud/model.ts';
import { readByKey } from '#crud/rows.ts';
import { findUnchangedExceptCodes, type SeenVersion } from '#crud/versions.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { TaskFailure } from '#tasks/kinds.ts';
import { assignProblemColumns, type CellProblem } from '../columns/parse-draft.ts';
import type { Draft, Line } from '../file-model.ts';
import { presetOf } from '../options.ts';
import { refersToItself } from '../stage/waiting-rows.ts';
import type { ImportWork } from '../steps/import-work.ts';
import { lockAll } from '../steps/rounds.ts';
import { proposalOpenProblem, readOpenProposalsById } from '../steps/unchanged-since.ts';
import type { WorkRequest } from '../stored-import.ts';
import { readAllRows, rowsOf, type StoredRow } from '../stored-row.ts';
import type { Candidate, RowContext } from '../values/candidate.ts';
import { buildCandidates } from '../values/candidates.ts';
import { createDraftReader, type DraftReader, readCodeIndex } from '../values/draft-reader.ts';
import { createReferenceResolver } from '../values/reference-resolver.ts';

/** A record that has come into being. */
export interface CreatedCode {
  kind: EntityKey;
  code: string;
}

/** What rows are applied with. */
export interface ApplyContext extends ImportWork {
  apply: NonNullable<WorkRequest['apply']>;
  context: RowContext;
  readDrafts: DraftReader;
  /** Codes that rows of the file have yet to bring in, of a kind that refers to itself. */
  expectedCodes: Set<string>;
}

/** What a chunk of rows is applied with. */
export interface ApplyChunk extends ApplyContext {
  trx: Transaction;
  /** What it brings in goes here, to be known of by later chunks once it is committed. */
  createdCodes: CreatedCode[];
  /** Nothing moves any more: no row may wait. */
  isLastRound: boolean;
}

export const isOpen = (rows: ReturnType<typeof rowsOf>) =>
  rows.whereIn('import_row.state', ['new', 'changed']).where('import_row.outcome', '');

/** Gets ready to make the rows' values anew, just as staging made them. */
export async function prepareApplying(db: Database, work: ImportWork): Promise<ApplyContext> {
  const { crud, entity, stored, workRequest } = work;
  const { id, options, columns } = stored;
  const { apply, by } = workRequest;
  if (!options || !columns || !apply) throw new TaskFailure('importFault', 'Nobody has said what to apply.');
  const layout = { columns, options, preset: presetOf(entity.key, options) };
  const readDrafts = createDraftReader(layout, await readCodeIndex(layout, () => readFileLines(db, id)));
  const expectedCodes = refersToItself(entity) ? await expectedCodesOf(db, id) : new Set<string>();
  const context: RowContext = {
    ...{
      crud,
      entity,
      options,
      review: await crud.review(entity.key, db),
      actor: by,
      resolver: createReferenceResolver(crud, stored.stageTime ?? undefined),
      findByKey: readByKey,
    },
    mayBeInFile: (code) => expectedCodes.has(code),
  };
  return { ...work, apply, context, readDrafts, expectedCodes };
}

async function expectedCodesOf(db: Database, importId: number): Promise<Set<string>> {
  const rows = isOpen(rowsOf(db, importId)).where('import_row.state', 'new');
  return new Set(await rows.pluck('import_row.code'));
}

async function* readFileLines(db: Database, importId: number): AsyncGenerator<Line[]> {
  for await (const rows of readAllRows(db, importId, { filter: (rows) => rows.where('import_row.nth', 0) })) yield rows;
}

/** The drafts of rows, each line taken apart once; undefined where a line holds no such record. */
export function draftsOf({ readDrafts }: ApplyContext, rows: StoredRow[]): (Draft | undefined)[] {
  const byFirstRow = new Map<number, Draft[]>();
  return rows.map(({ n, line, cells, nth }) => {
    const drafts = byFirstRow.get(n - nth) ?? readDrafts({ line, cells });
    byFirstRow.set(n - nth, drafts);
    return drafts[nth];
  });
}

/** A row with what it would write now. */
export interface Item {
  row: StoredRow;
  candidate: Candidate;
}

/** A row that cannot be written, and why. */
export interface Refused {
  row: StoredRow;
  outcome: 'conflicting' | 'refused';
  problems: CellProblem[];
}

const WHOLE_ROW = { column: undefined, pointer: undefined };

/** Holds rows against what is there now, whose records are locked. */
export async function judgeRows(chunk: ApplyChunk, rows: StoredRow[]): Promise<{ items: Item[]; refused: Refused[] }> {
  const { trx, entity } = chunk;
  const ids = rows.flatMap(({ recordId }) => recordId ?? []);
  await lockAll(trx, entity, ids);
  const read = await rebuildCandidates(chunk, rows);
  const refused: Refused[] = read
    .filter(({ candidate }) => candidate === undefined)
    .map(({ row }) => ({ row, outcome: 'refused', problems: [{ ...WHOLE_ROW, rule: 'noRecord' }] }));
  const proposals = await readOpenProposalsById(trx, entity, ids);
  const unchangedIds = await findUnchangedExceptCodes(trx, entity, read.flatMap(seenVersion));
  const items: Item[] = [];
  for (const { row, candidate } of read) {
    if (!candidate) continue;
    const proposal = proposals.get(row.recordId ?? 0);
    const conflict = conflictOf(entity, row, candidate, unchangedIds) ?? (proposal && proposalOpenProblem(proposal));
    if (conflict) refused.push({ row, outcome: 'conflicting', problems: withColumns(entity, candidate, conflict) });
    else if (candidate.problems.length > 0) refused.push({ row, outcome: 'refused', problems: candidate.problems });
    else items.push({ row, candidate });
  }
  return { items, refused };
}

/** Rows with what their cells would write now; undefined of a line that holds no such record any more. */
async function rebuildCandidates(
  chunk: ApplyChunk,
  rows: StoredRow[],
): Promise<{ row: StoredRow; candidate?: Candidate }[]> {
  const drafts = draftsOf(chunk, rows);
  const readableDrafts = drafts.flatMap((draft) => draft ?? []);
  const candidates = (await buildCandidates(chunk.trx, chunk.context, readableDrafts)).values();
  return rows.map((row, at) => {
    const candidate = drafts[at] && candidates.next().value;
    return candidate ? { row, candidate } : { row };
  });
}

export function withColumns(entity: Entity, { draft }: Candidate, ...problems: CellProblem[]): CellProblem[] {
  assignProblemColumns(entity, { draft, problems });
  return problems;
}

/** What others have done to the record since the row was staged. */
function conflictOf(
  entity: Entity,
  { recordId }: StoredRow,
  { current }: Candidate,
  unchangedIds: ReadonlySet<number>,
): CellProblem | undefined {
  if (recordId === null) return current && duplicateProblem(entity);
  const isUnchanged = current?.record.id === recordId && unchangedIds.has(recordId);
  return isUnchanged ? undefined : { ...WHOLE_ROW, rule: 'changedSince' };
}

/** The record that is there now, and its version when the row was staged. */
function seenVersion({ row, candidate }: { row: StoredRow; candidate?: Candidate }): SeenVersion[] {
  const record = candidate?.current?.record;
  if (!record || row.version === null) return [];
  return [{ id: record.id, version: record.version, seenVersion: row.version }];
}

const duplicateProblem = (entity: Entity): CellProblem => ({
  ...{ column: undefined, pointer: `/${entity.keyFields.at(-1)}` },
  ...{ rule: hasCode(entity) ? 'duplicateCode' : 'duplicateRecord', parameters: { entity: entity.label } },
});
