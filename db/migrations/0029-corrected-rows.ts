import { addColumns, type Migration } from './table.ts';

/** The file's original cells of a corrected row; `cells` has the corrected ones, which are imported. */
export const correctedRows: Migration = {
  name: '0029-corrected-rows',
  up: (knex) => addColumns(knex, 'import_row', { file_cells: 'MEDIUMTEXT NULL' }),
};
