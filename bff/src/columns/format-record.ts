import type { EntityRecord } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import { type Cell, toCell } from './cell.ts';
import type { Target } from './target.ts';

/** A record as a row of a table with these columns. */
export const formatRecord = (columns: Pick<Target, 'pointer' | 'form'>[], record: EntityRecord): Cell[] =>
  columns.map(({ pointer, form }) => toCell(form, readAt(record, pointer)));
