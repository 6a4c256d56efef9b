import type { ImportOptions, Preview } from '#imports/import.ts';

/** Returns the targets of all columns after assigning `target` to one column and removing it from any other. */
export function assignTarget(
  columns: Preview['columns'],
  index: number,
  target: string | null,
): ImportOptions['targets'] {
  return columns.map((column, columnIndex) =>
    columnIndex === index ? target : column.target === target ? null : column.target,
  );
}
