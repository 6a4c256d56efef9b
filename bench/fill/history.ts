import type { Knex } from 'knex';
import { printProgress } from '../measure/results.ts';
import { withoutSecondaryKeys } from './keys.ts';
import { author } from './records.ts';

const DAY_MS = 86_400_000;
const SPAN_DAYS = 60;

const isoTimeSql = (time: string) => `CONCAT(SUBSTRING(DATE_FORMAT(${time}, '%Y-%m-%dT%H:%i:%s.%f'), 1, 23), 'Z')`;
const HISTORY_START_SQL = `(UTC_DATE() - INTERVAL ${SPAN_DAYS} DAY)`;

// Placeholders for the values that differ between versions, because replacing text is cheaper than setting JSON members.
const PLACEHOLDERS = { continent: '@continent', version: '@version', updateTime: '@updateTime' };
const TEMPLATE_SQL = `JSON_SET(log.after, '$.createTime', ${isoTimeSql(HISTORY_START_SQL)}, ${Object.entries(
  PLACEHOLDERS,
)
  .map(([name, mark]) => `'$.${name}', '${mark}'`)
  .join(', ')})`;

/**
 * Writes the log of `rows` updates that set the continent of an airport and remove it again in turn. Each round updates every airport
 * once. The updates are spread over the last sixty days, and each has a position in the feed.
 */
export async function fillHistory(db: Knex, rows: number): Promise<void> {
  const airports = await createTemplates(db);
  const lastRow = await db('data_log').max({ seq: 'seq' }).first();
  const lastSeq = Number(lastRow?.seq);
  // The step is a whole number of milliseconds, because MySQL and MariaDB round fractions differently.
  const stepMicroseconds = Math.floor((SPAN_DAYS * DAY_MS) / (rows + airports + 1)) * 1000;
  const plan: HistoryPlan = { airports, rows, lastSeq, stepMicroseconds };
  await backdateRecords(db, plan);
  await withoutSecondaryKeys(db, 'data_log', () => writeLog(db, plan));
  printProgress('fill: indexes of the log built');
  await withoutSecondaryKeys(db, 'change_feed', () => writeFeed(db, plan));
  await advanceFeedHead(db, plan);
  await db.raw('DROP TABLE bench_airport');
}

interface HistoryPlan {
  airports: number;
  rows: number;
  /** The last sequence number of the log before the history. */
  lastSeq: number;
  /** The time between two changes in microseconds. */
  stepMicroseconds: number;
}

/** Creates a table with the values from which the log rows of each airport are built, and returns the number of airports. */
async function createTemplates(db: Knex): Promise<number> {
  await db.raw(
    `CREATE TABLE bench_airport (
       airport_number INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, id INT UNSIGNED NOT NULL, code VARCHAR(40) NOT NULL,
       template TEXT NOT NULL, continent VARCHAR(10) NOT NULL, refs VARCHAR(200) NOT NULL)
     SELECT log.record_id AS id, log.code, ${TEMPLATE_SQL} AS template, airport.continent, log.refs
     FROM data_log AS log JOIN airport ON airport.id = log.record_id
     WHERE log.entity = 'airport' AND log.actor = ? ORDER BY log.seq`,
    [author.username],
  );
  const count = await db('bench_airport').count({ n: '*' }).first();
  return Number(count?.n);
}

/** Sets the creation of all generated records to sixty days ago, and sets airports to the state after their last change. */
async function backdateRecords(db: Knex, { airports, rows, stepMicroseconds }: HistoryPlan): Promise<void> {
  const byAuthor = { actor: author.username };
  const afterWithStartTimes = `JSON_SET(after, '$.createTime', ${isoTimeSql(HISTORY_START_SQL)}, '$.updateTime', ${isoTimeSql(HISTORY_START_SQL)})`;
  await db('data_log')
    .where(byAuthor)
    .update({ time: db.raw(HISTORY_START_SQL), after: db.raw(afterWithStartTimes) });
  await db('eurail_station')
    .where('created_by', byAuthor.actor)
    .update({ create_time: db.raw(HISTORY_START_SQL), update_time: db.raw(HISTORY_START_SQL) });
  const changeCount = `(FLOOR(:rows / :airports) + (template.airport_number <= :rows MOD :airports))`;
  await db.raw(
    `UPDATE bench_airport AS template STRAIGHT_JOIN airport ON airport.id = template.id SET
       airport.version = 1 + ${changeCount}, airport.create_time = ${HISTORY_START_SQL},
       airport.update_time = ${HISTORY_START_SQL} + INTERVAL IF(${changeCount} = 0, 0, ((${changeCount} - 1) * :airports + template.airport_number) * :step) MICROSECOND,
       airport.continent = IF(${changeCount} MOD 2 = 0, template.continent, NULL)`,
    { airports, rows, step: stepMicroseconds },
  );
}

async function writeLog(db: Knex, { airports, rows, lastSeq, stepMicroseconds }: HistoryPlan): Promise<void> {
  for (let round = 1; (round - 1) * airports < rows; round++) {
    const rowsBefore = (round - 1) * airports;
    const previousTime = round === 1 ? HISTORY_START_SQL : toTimeSql(rowsBefore - airports, stepMicroseconds);
    await db.raw(
      `INSERT INTO data_log (seq, entity, record_id, code, action, version, actor, time, \`before\`, \`after\`, refs, changed_fields)
       SELECT ? + airport_number, 'airport', id, code, 'update', ?, ?, ${toTimeSql(rowsBefore, stepMicroseconds)},
         ${toRecordSql(round, previousTime)}, ${toRecordSql(round + 1, toTimeSql(rowsBefore, stepMicroseconds))}, refs, 'continent'
       FROM bench_airport WHERE airport_number <= ? ORDER BY airport_number`,
      [lastSeq + rowsBefore, round + 1, author.username, rows - rowsBefore],
    );
    if (round % 10 === 1) printProgress(`fill: log ${rowsBefore} of ${rows}`);
  }
}

/** Returns the SQL of the time of a change, which has `rowsBefore` changes before its round. */
const toTimeSql = (rowsBefore: number, stepMicroseconds: number) =>
  `${HISTORY_START_SQL} + INTERVAL (${rowsBefore} + airport_number) * ${stepMicroseconds} MICROSECOND`;

const toRecordSql = (version: number, time: string) =>
  Object.entries({
    [PLACEHOLDERS.continent]: version % 2 === 1 ? `CONCAT('"', continent, '"')` : `'null'`,
    [PLACEHOLDERS.version]: `'${version}'`,
    [PLACEHOLDERS.updateTime]: `CONCAT('"', ${isoTimeSql(time)}, '"')`,
  }).reduce((text, [mark, json]) => `REPLACE(${text}, '"${mark}"', ${json})`, 'template');

/** Adds the changes to the feed after all existing positions. */
async function writeFeed(db: Knex, { rows, lastSeq }: HistoryPlan): Promise<void> {
  const [head, ordinal] = await Promise.all([
    db('feed_mark').where('name', 'head').first('position'),
    db('feed_kind').where('entity', 'airport').first('ordinal'),
  ]);
  const BATCH_ROWS = 100_000;
  for (let writtenRows = 0; writtenRows < rows; writtenRows += BATCH_ROWS) {
    await db.raw(
      `INSERT INTO change_feed (position, seq, entity, record_id, ordinal, time)
       SELECT ? + seq - ?, seq, entity, record_id, ? + seq - ?, time FROM data_log WHERE seq > ? AND seq <= ? ORDER BY seq`,
      [head.position, lastSeq, ordinal.ordinal, lastSeq, lastSeq + writtenRows, lastSeq + writtenRows + BATCH_ROWS],
    );
  }
}

async function advanceFeedHead(db: Knex, { rows }: HistoryPlan): Promise<void> {
  await db('feed_mark').where('name', 'head').increment('position', rows);
  const [head] = await db('feed_mark').where('name', 'head').select('position');
  await db('feed_kind').where('entity', 'airport').increment('ordinal', rows).update({ position: head?.position });
}
