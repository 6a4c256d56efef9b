import type { Knex } from 'knex';
import { addColumns, createTable, exactText, type Migration } from './table.ts';

export const contributors: Migration = {
  name: '0023-contributors',
  async up(knex) {
    await importContributors(knex);
    await listenAddresses(knex);
  },
};

/** The ids of users who contributed to an import or its proposals, as a JSON list; they cannot review it as a second person. */
async function importContributors(knex: Knex): Promise<void> {
  await addColumns(knex, 'import', { contributor_ids: 'TEXT NULL' });
  await addColumns(knex, 'proposal', { contributor_ids: 'TEXT NULL' });
  // Existing open proposals get the users who created and applied their import.
  await knex.raw(
    `UPDATE proposal JOIN import ON import.id = proposal.import_id
     SET proposal.contributor_ids = JSON_ARRAY(import.created_by_id, COALESCE(import.applied_by_id, import.created_by_id))
     WHERE proposal.open = 1 AND proposal.contributor_ids IS NULL`,
  );
}

/** The addresses on which services of this database listen, to which workers must not deliver. Services refresh their rows. */
async function listenAddresses(knex: Knex): Promise<void> {
  await createTable(
    knex,
    'listen_address',
    `service ${exactText(36)} NOT NULL,
     address ${exactText(64)} NOT NULL,
     port SMALLINT UNSIGNED NOT NULL,
     seen_time DATETIME(3) NOT NULL,
     PRIMARY KEY (service, address, port),
     KEY listen_address__seen_time (seen_time)`,
  );
}
