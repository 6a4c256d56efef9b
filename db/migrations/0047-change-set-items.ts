import { addColumns, addKeys, exactText, type Migration } from './table.ts';

/** The items of sets that people put together are proposals that are not open. Their log rows name the set. */
export const changeSetItems: Migration = {
  name: '0047-change-set-items',
  async up(knex) {
    // `event`: of a transition. `become`: the status of a new record. `written_version`: the version that the release wrote. `problems`: why the
    // item cannot be released.
    await addColumns(knex, 'proposal', {
      change_set_id: 'INT UNSIGNED NULL',
      event: `${exactText(12)} NULL`,
      become: `${exactText(10)} NULL`,
      written_version: 'INT UNSIGNED NULL',
      problems: 'TEXT NULL',
    });
    await knex.raw('ALTER TABLE proposal MODIFY record_id INT UNSIGNED NULL');
    // a set has one item per record; new records have no id before the release
    await addKeys(knex, 'proposal', { proposal__change_set_id: 'change_set_id, entity, record_id' }, { unique: true });
    await addColumns(knex, 'data_log', { change_set_id: 'INT UNSIGNED NULL' });
  },
};
