import { hasCode } from '#crud/entity.ts';
import type { Entity } from '#crud/model.ts';
import { readByKey } from '#crud/rows.ts';
import { findUnchangedExceptCodes, type SeenVersion } from '#crud/versions.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { TaskFailure } from '#tasks/kinds.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import { presetOf } from '../options.ts';
import { refersToItself } from '../stage/waiting.ts';
import type { ImportWork } from '../steps/import-work.ts';
import { lockAll } from '../steps/rounds.ts';
import { proposalOpen, proposalsBeside } from '../steps/untouched.ts';
import type { Asked } from '../stored-import.ts';
import { allRows, rowsOf, type StoredRow } from '../stored-row.ts';
import type { Draft, Line } from '../types.ts';
import type { Candidate, RowContext } from '../values/candidate.ts';
import { candidatesOf } from '../values/candidates.ts';
import { createDrafting, type Drafting, indexOfCodes } from '../values/drafting.ts';
import { assignProblemColumns } from '../values/locate.ts';
import { createReferenceBook } from '../values/reference-book.ts';

/** A record that has come into being. */
export interface Brought {
  kind: EntityKey;
  code: string;
}

/** What rows are applied with. */
export interface Applying extends ImportWork {
  apply: NonNullable<Asked['apply']>;
  reading: RowContext;
  drafting: Drafting;
  /** Codes that rows of the file have yet to bring in, of a kind that refers to itself. */
  coming: Set<string>;
}

/** What a chunk of rows is applied with. */
export interface Chunk extends Applying {
  trx: Transaction;
  /** What it brings in goes here, to be known of by later chunks once it is committed. */
  brought: Brought[];
  /** Nothing moves any more: no row may wait. */
  last: boolean;
}

export const isOpen = (rows: ReturnType<typeof rowsOf>) =>
  rows.whereIn('own.state', ['new', 'changed']).where('own.outcome', '');

/** Gets ready to make the rows' values anew, just as staging made them. */
export async function prepareApplying(db: Database, work: ImportWork): Promise<Applying> {
  const { crud, entity, stored, asked } = work;
  const { id, options, columns } = stored;
  const { apply, by } = asked;
  if (!options || !columns || !apply) throw new TaskFailure('importFault', 'Nobody has said what to apply.');
  const layout = { columns, options, preset: presetOf(entity.key, options) };
  const drafting = createDrafting(layout, await indexOfCodes(layout, () => linesOf(db, id)));
  const coming = refersToItself(entity) ? await comingCodes(db, id) : new Set<string>();
  const reading: RowContext = {
    ...{
      crud,
      entity,
      options,
      review: await crud.review(entity.key, db),
      actor: by,
      book: createReferenceBook(crud, stored.stageTime ?? undefined),
      find: readByKey,
    },
    inFile: (code) => coming.has(code),
  };
  return { ...work, apply, reading, drafting, coming };
}

async function comingCodes(db: Database, importId: number): Promise<Set<string>> {
  const rows = isOpen(rowsOf(db, importId)).where('own.state', 'new');
  return new Set(await rows.pluck('own.code'));
}

async function* linesOf(db: Database, importId: number): AsyncGenerator<Line[]> {
  for await (const rows of allRows(db, importId, { narrow: (own) => own.where('own.nth', 0) })) yield rows;
}

/** The drafts of rows, each line taken apart once; undefined where a line holds no such record. */
export function draftsOf({ drafting }: Applying, rows: StoredRow[]): (Draft | undefined)[] {
  const byFirstRow = new Map<number, Draft[]>();
  return rows.map(({ n, line, cells, nth }) => {
    const drafts = byFirstRow.get(n - nth) ?? drafting({ line, cells });
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

const whole = { column: undefined, pointer: undefined };

/** Holds rows against what is there now, whose records are locked. */
export async function judge(chunk: Chunk, rows: StoredRow[]): Promise<{ items: Item[]; refused: Refused[] }> {
  const { trx, entity } = chunk;
  const ids = rows.flatMap(({ recordId }) => recordId ?? []);
  await lockAll(trx, entity, ids);
  const read = await readAgain(chunk, rows);
  const refused: Refused[] = read
    .filter(({ candidate }) => candidate === undefined)
    .map(({ row }) => ({ row, outcome: 'refused', problems: [{ ...whole, rule: 'noRecord' }] }));
  const beside = await proposalsBeside(trx, entity, ids);
  const same = await findUnchangedExceptCodes(trx, entity, read.flatMap(seenVersion));
  const items: Item[] = [];
  for (const { row, candidate } of read) {
    if (!candidate) continue;
    const proposal = beside.get(row.recordId ?? 0);
    const conflict = conflictOf(entity, row, candidate, same) ?? (proposal && proposalOpen(proposal));
    if (conflict) refused.push({ row, outcome: 'conflicting', problems: located(entity, candidate, conflict) });
    else if (candidate.problems.length > 0) refused.push({ row, outcome: 'refused', problems: candidate.problems });
    else items.push({ row, candidate });
  }
  return { items, refused };
}

/** Rows with what their cells would write now; undefined of a line that holds no such record any more. */
async function readAgain(chunk: Chunk, rows: StoredRow[]): Promise<{ row: StoredRow; candidate?: Candidate }[]> {
  const drafts = draftsOf(chunk, rows);
  const known = drafts.flatMap((draft) => draft ?? []);
  const candidates = (await candidatesOf(chunk.trx, chunk.reading, known)).values();
  return rows.map((row, at) => {
    const candidate = drafts[at] && candidates.next().value;
    return candidate ? { row, candidate } : { row };
  });
}

export function located(entity: Entity, { draft }: Candidate, ...problems: CellProblem[]): CellProblem[] {
  assignProblemColumns(entity, { draft, problems });
  return problems;
}

/** What others have done to the record since the row was staged. */
function conflictOf(
  entity: Entity,
  { recordId }: StoredRow,
  { current }: Candidate,
  same: ReadonlySet<number>,
): CellProblem | undefined {
  if (recordId === null) return current && taken(entity);
  const isSame = current?.record.id === recordId && same.has(recordId);
  return isSame ? undefined : { ...whole, rule: 'changedSince' };
}

/** The record that is there now, and its version when the row was staged. */
function seenVersion({ row, candidate }: { row: StoredRow; candidate?: Candidate }): SeenVersion[] {
  const record = candidate?.current?.record;
  if (!record || row.version === null) return [];
  return [{ id: record.id, version: record.version, seenVersion: row.version }];
}

const taken = (entity: Entity): CellProblem => ({
  ...{ column: undefined, pointer: `/${entity.keyFields.at(-1)}` },
  ...{ rule: hasCode(entity) ? 'duplicateCode' : 'duplicateRecord', parameters: { entity: entity.label } },
});
