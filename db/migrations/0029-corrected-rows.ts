import { addColumns, type Migration } from './table.ts';

/** What the file has in the cells of a row that somebody has corrected: `cells` holds what is to be taken, as it did before. */
export const correctedRows: Migration = {
  name: '0029-corrected-rows',
  up: (knex) => addColumns(knex, 'import_row', { file_cells: 'MEDIUMTEXT NULL' }),
};
