import type { Head } from './preset.ts';

/** Whether the first line holds all these names. */
export const hasColumns =
  (...names: string[]) =>
  ({ columns }: Head): boolean => {
    const there = new Set(columns.map((name) => name.trim()));
    return names.every((name) => there.has(name));
  };

/** Whether the first lines of a file without header are of this form, cell by cell. */
export const isLike =
  (...forms: RegExp[]) =>
  ({ columns, lines }: Head): boolean =>
    [columns, ...lines.slice(0, 4)].every(
      (cells) => cells.length === forms.length && forms.every((form, index) => form.test(cells[index] ?? '')),
    );
