import type { Knex } from 'knex';
import { createTable, exactText, type Migration } from './table.ts';

/** Changes that are decided on, released and reverted together. An import has one from the time when it is applied. */
export const changeSets: Migration = {
  name: '0046-change-sets',
  async up(knex) {
    await createTable(
      knex,
      'change_set',
      // `effective_on`: the local time in `zone` from which it applies. `reverts_id`: the set that this one takes back. `reason`: of the decision.
      // `problems`: why it is not released.
      `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
       kind ${exactText(16)} NOT NULL,
       title VARCHAR(200) NOT NULL,
       note TEXT NULL,
       status ${exactText(12)} NOT NULL,
       version INT UNSIGNED NOT NULL DEFAULT 1,
       effective_on DATETIME(3) NULL,
       zone ${exactText(64)} NULL,
       import_id INT UNSIGNED NULL,
       reverts_id INT UNSIGNED NULL,
       author_id INT UNSIGNED NOT NULL,
       author VARCHAR(60) NOT NULL,
       submit_time DATETIME(3) NULL,
       decided_by_id INT UNSIGNED NULL,
       decided_by VARCHAR(60) NULL,
       decide_time DATETIME(3) NULL,
       reason TEXT NULL,
       release_time DATETIME(3) NULL,
       problems MEDIUMTEXT NULL,
       create_time DATETIME(3) NOT NULL,
       update_time DATETIME(3) NOT NULL,
       UNIQUE KEY change_set__import_id (import_id),
       CONSTRAINT change_set__import_id FOREIGN KEY (import_id) REFERENCES import (id) ON DELETE SET NULL`,
    );
    // Whoever contributed to a set, and therefore may not approve it.
    await createTable(
      knex,
      'change_set_writer',
      `set_id INT UNSIGNED NOT NULL,
       user_id INT UNSIGNED NOT NULL,
       PRIMARY KEY (set_id, user_id),
       CONSTRAINT change_set_writer__set_id FOREIGN KEY (set_id) REFERENCES change_set (id) ON DELETE CASCADE`,
    );
    await addSetsOfUndecidedImports(knex);
  },
};

/** Running it again adds only what is missing. */
async function addSetsOfUndecidedImports(knex: Knex): Promise<void> {
  const undecided = "import.status = 'applied' AND import.decision IS NULL AND import.apply_time IS NOT NULL";
  const entities: string[] = await knex('import').whereRaw(undecided).distinct().pluck('entity');
  // an entity's key is also its table's name
  for (const entity of entities)
    await knex.raw(
      `INSERT IGNORE INTO change_set
         (kind, title, status, import_id, author_id, author, submit_time, release_time, create_time, update_time)
       SELECT 'import', filename, IF(waits, 'submitted', 'released'), id, author_id, author,
         IF(waits, apply_time, NULL), IF(waits, NULL, apply_time), apply_time, apply_time
       FROM (
         SELECT import.id, filename, apply_time, COALESCE(applied_by_id, created_by_id) AS author_id,
           COALESCE(applied_by, created_by) AS author,
           EXISTS (SELECT 1 FROM ?? AS record WHERE record.import_id = import.id AND record.status = 'pending')
             OR EXISTS (SELECT 1 FROM proposal WHERE proposal.open = 1 AND proposal.import_id = import.id) AS waits
         FROM import WHERE ${undecided} AND import.entity = ?
       ) AS undecided`,
      [entity, entity],
    );
  await knex.raw(
    `INSERT IGNORE INTO change_set_writer (set_id, user_id)
     SELECT change_set.id, import.created_by_id FROM change_set JOIN import ON import.id = change_set.import_id
     UNION SELECT change_set.id, import.applied_by_id FROM change_set JOIN import ON import.id = change_set.import_id
       WHERE import.applied_by_id IS NOT NULL
     UNION SELECT change_set.id, contributor.id FROM change_set JOIN import ON import.id = change_set.import_id
       JOIN JSON_TABLE(import.contributor_ids, '$[*]' COLUMNS (id INT UNSIGNED PATH '$')) AS contributor`,
  );
}
