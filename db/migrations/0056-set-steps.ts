import { createTable, exactText, type Migration } from './table.ts';

/** The statuses that change sets have had, with who brought them there; nobody did where a task did. */
export const setSteps: Migration = {
  name: '0056-set-steps',
  async up(knex) {
    await createTable(
      knex,
      'change_set_step',
      // `reason`: of a decision
      `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
       set_id INT UNSIGNED NOT NULL,
       status ${exactText(12)} NOT NULL,
       username VARCHAR(60) NULL,
       time DATETIME(3) NOT NULL,
       reason TEXT NULL,
       CONSTRAINT change_set_step__set_id FOREIGN KEY (set_id) REFERENCES change_set (id) ON DELETE CASCADE`,
    );
    // What is known of the sets that exist: a decision that was made before the last submission was about an earlier one.
    await knex.raw(
      `INSERT INTO change_set_step (set_id, status, username, time, reason)
       SELECT step.* FROM (
         SELECT id, 'open' AS status, author, create_time AS time, NULL AS reason FROM change_set WHERE kind = 'manual'
         UNION ALL
         SELECT id, 'submitted', submitted_by, submit_time, NULL FROM change_set
           WHERE kind = 'manual' AND submit_time IS NOT NULL
         UNION ALL
         SELECT id, CASE WHEN status = 'rejected' THEN 'rejected' WHEN due_time > decide_time THEN 'scheduled' ELSE 'released' END,
           decided_by, decide_time, reason FROM change_set
           WHERE kind = 'manual' AND decide_time >= submit_time AND status NOT IN ('open', 'submitted')
         UNION ALL
         SELECT id, 'released', NULL, release_time, NULL FROM change_set
           WHERE kind = 'manual' AND release_time IS NOT NULL AND due_time > decide_time
         UNION ALL
         SELECT id, status, ended_by, update_time, NULL FROM change_set
           WHERE kind = 'manual' AND status IN ('held', 'reverted', 'withdrawn')
       ) AS step
       WHERE NOT EXISTS (SELECT 1 FROM change_set_step AS known WHERE known.set_id = step.id)
       ORDER BY step.id, step.time`,
    );
  },
};
