import { readByKey } from '#crud/read-records.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { TaskFailure } from '#tasks/kinds.ts';
import { presetOf } from '../options.ts';
import { refersToItself } from '../stage/waiting.ts';
import type { ImportWork } from '../steps/import-work.ts';
import type { Asked } from '../stored-import.ts';
import { allRows, rowsOf, type StoredRow } from '../stored-row.ts';
import type { Draft, Line } from '../types.ts';
import type { Reading } from '../values/candidate.ts';
import { createDrafting, type Drafting, indexOfCodes } from '../values/drafting.ts';
import { createReferenceBook } from '../values/reference-book.ts';

/** A record that has come into being. */
export interface Brought {
  kind: EntityKey;
  code: string;
}

/** What rows are applied with. */
export interface Applying extends ImportWork {
  apply: NonNullable<Asked['apply']>;
  reading: Reading;
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
  const reading: Reading = {
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
