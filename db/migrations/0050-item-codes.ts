import { addColumns, exactText, type Migration } from './table.ts';

/** The code that an item of a change set gives to its record, where that is another one than before, so that few items are read for it. */
export const itemCodes: Migration = {
  name: '0050-item-codes',
  async up(knex) {
    await addColumns(knex, 'proposal', { final_code: `${exactText(40)} NULL` });
    await knex.raw(
      `UPDATE proposal SET final_code = JSON_VALUE(\`after\`, '$.code')
       WHERE change_set_id IS NOT NULL AND NOT (JSON_EXTRACT(\`after\`, '$.code') <=> JSON_EXTRACT(base, '$.code'))`,
    );
  },
};
