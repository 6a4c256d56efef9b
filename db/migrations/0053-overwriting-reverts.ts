import { addColumns, addKeys, type Migration } from './table.ts';

/** The fields that a revert overwrites although somebody has changed them since the release, as a JSON list of pointers. */
export const overwritingReverts: Migration = {
  name: '0053-overwriting-reverts',
  async up(knex) {
    await addColumns(knex, 'proposal', { overwrites: 'MEDIUMTEXT NULL' });
    await addKeys(knex, 'change_set', { change_set__reverts_id: 'reverts_id, status' });
  },
};
