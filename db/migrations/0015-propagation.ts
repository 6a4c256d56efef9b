import type { Knex } from 'knex';
import { addKeys, createTable, exactText, type Migration } from './table.ts';

/** The tables of the change feed, its subscribers and their deliveries. */
export const propagation: Migration = {
  name: '0015-propagation',
  async up(knex) {
    await logKeys(knex);
    await feed(knex);
    await subscribers(knex);
    await deliveries(knex);
    await enqueueLoggedChanges(knex);
  },
};

/** Each filter of the log's page has a key that ends with the columns that the page is sorted by: `time`, then the primary key. */
async function logKeys(knex: Knex): Promise<void> {
  await addKeys(knex, 'data_log', {
    data_log__actor_time: 'actor, time',
    data_log__action: 'action, time',
    data_log__code: 'code, time',
    data_log__record_time: 'entity, record_id, time',
  });
}

/**
 * Each transaction adds its changes to `change_outbox`. After it has committed, the sequencer moves them to `change_feed`,
 * where each gets the next position. `ordinal` counts the changes of an entity, so a backlog is the difference of two ordinals.
 */
async function feed(knex: Knex): Promise<void> {
  await createTable(
    knex,
    'change_outbox',
    `seq BIGINT UNSIGNED NOT NULL PRIMARY KEY,
     entity ${exactText(32)} NOT NULL,
     record_id INT UNSIGNED NOT NULL,
     version INT UNSIGNED NOT NULL,
     KEY change_outbox__record (entity, record_id, version)`,
  );
  await createTable(
    knex,
    'change_feed',
    `position BIGINT UNSIGNED NOT NULL PRIMARY KEY,
     seq BIGINT UNSIGNED NOT NULL,
     entity ${exactText(32)} NOT NULL,
     record_id INT UNSIGNED NOT NULL,
     ordinal BIGINT UNSIGNED NOT NULL,
     time DATETIME(3) NOT NULL,
     UNIQUE KEY change_feed__seq (seq),
     UNIQUE KEY change_feed__ordinal (entity, ordinal),
     KEY change_feed__entity (entity, position),
     KEY change_feed__time (time)`,
  );
  // `head`: the last position given; its row is the sequencer's lock. `pruned`: the last one removed.
  await createTable(knex, 'feed_mark', `name ${exactText(16)} NOT NULL PRIMARY KEY, position BIGINT UNSIGNED NOT NULL`);
  await knex('feed_mark')
    .insert(['head', 'pruned'].map((name) => ({ name, position: 0 })))
    .onConflict('name')
    .ignore();
  await createTable(
    knex,
    'feed_kind',
    `entity ${exactText(32)} NOT NULL PRIMARY KEY,
     position BIGINT UNSIGNED NOT NULL,
     ordinal BIGINT UNSIGNED NOT NULL`,
  );
}

async function subscribers(knex: Knex): Promise<void> {
  await createTable(
    knex,
    'subscriber',
    // Secrets sign webhooks, so they are stored in a recoverable form; tokens are only compared, so their SHA-256 is enough.
    `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
     name VARCHAR(60) NOT NULL,
     url VARCHAR(2000) NOT NULL,
     filter JSON NULL,
     active TINYINT NOT NULL,
     off_reason ${exactText(10)} NULL,
     secret ${exactText(64)} NOT NULL,
     earlier_secret ${exactText(64)} NULL,
     earlier_secret_until DATETIME(3) NULL,
     token_hash ${exactText(64)} NOT NULL,
     earlier_token_hash ${exactText(64)} NULL,
     earlier_token_until DATETIME(3) NULL,
     version INT UNSIGNED NOT NULL,
     create_time DATETIME(3) NOT NULL,
     update_time DATETIME(3) NOT NULL,
     created_by VARCHAR(60) NOT NULL,
     updated_by VARCHAR(60) NOT NULL`,
    `UNIQUE KEY subscriber__name (name),
     UNIQUE KEY subscriber__token (token_hash),
     KEY subscriber__earlier_token (earlier_token_hash)`,
  );
  await createTable(
    knex,
    'sync_lane',
    // `position`: everything up to it is delivered. `ahead`: positions beyond it that are delivered already.
    `subscriber_id INT UNSIGNED NOT NULL,
     entity ${exactText(32)} NOT NULL,
     position BIGINT UNSIGNED NOT NULL,
     ordinal BIGINT UNSIGNED NOT NULL,
     ahead JSON NULL,
     paused TINYINT NOT NULL DEFAULT 0,
     parked TINYINT NOT NULL DEFAULT 0,
     attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0,
     next_time DATETIME(3) NOT NULL,
     claim ${exactText(36)} NULL,
     claimed_until DATETIME(3) NULL,
     delivered BIGINT UNSIGNED NOT NULL DEFAULT 0,
     failing_since DATETIME(3) NULL,
     last_success DATETIME(3) NULL,
     last_failure DATETIME(3) NULL,
     last_error VARCHAR(500) NULL,
     PRIMARY KEY (subscriber_id, entity),
     CONSTRAINT sync_lane__subscriber_id FOREIGN KEY (subscriber_id) REFERENCES subscriber (id) ON DELETE CASCADE`,
  );
}

async function deliveries(knex: Knex): Promise<void> {
  await createTable(
    knex,
    'delivery',
    // There is no foreign key: a deleted subscriber may have millions of rows, which retention removes in batches.
    `id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
     subscriber_id INT UNSIGNED NOT NULL,
     entity ${exactText(32)} NULL,
     position BIGINT UNSIGNED NULL,
     message_id ${exactText(64)} NOT NULL,
     kind ${exactText(10)} NOT NULL,
     outcome ${exactText(10)} NOT NULL,
     attempt SMALLINT UNSIGNED NOT NULL,
     time DATETIME(3) NOT NULL,
     duration INT UNSIGNED NOT NULL,
     status SMALLINT UNSIGNED NULL,
     error VARCHAR(500) NULL,
     request MEDIUMTEXT NULL,
     answer TEXT NULL,
     reason VARCHAR(500) NULL,
     actor VARCHAR(60) NULL,
     next_time DATETIME(3) NULL,
     KEY delivery__subscriber (subscriber_id, id),
     KEY delivery__lane (subscriber_id, entity, id),
     KEY delivery__outcome (subscriber_id, outcome, id),
     KEY delivery__time (time)`,
  );
  await createTable(
    knex,
    'sync_sample',
    // once a minute; lag in milliseconds, `delivered` as the lane counts it
    `subscriber_id INT UNSIGNED NOT NULL,
     entity ${exactText(32)} NOT NULL,
     time DATETIME NOT NULL,
     backlog BIGINT UNSIGNED NOT NULL,
     \`lag\` BIGINT UNSIGNED NOT NULL,
     delivered BIGINT UNSIGNED NOT NULL,
     failing TINYINT NOT NULL,
     PRIMARY KEY (subscriber_id, entity, time),
     KEY sync_sample__time (time),
     CONSTRAINT sync_sample__subscriber_id FOREIGN KEY (subscriber_id) REFERENCES subscriber (id) ON DELETE CASCADE`,
  );
}

/** Changes logged before the feed existed get positions too. */
async function enqueueLoggedChanges(knex: Knex): Promise<void> {
  await knex.raw(
    `INSERT IGNORE INTO change_outbox (seq, entity, record_id, version)
     SELECT log.seq, log.entity, log.record_id, log.version
     FROM data_log log LEFT JOIN change_feed feed ON feed.seq = log.seq
     WHERE feed.seq IS NULL`,
  );
}
