import type { Knex } from 'knex';
import { printProgress } from '../results.ts';
import { withoutKeys } from './keys.ts';
import { author } from './records.ts';

const DAY_MS = 86_400_000;
const spanDays = 60;

const iso = (time: string) => `CONCAT(SUBSTRING(DATE_FORMAT(${time}, '%Y-%m-%dT%H:%i:%s.%f'), 1, 23), 'Z')`;
const historyStart = `(UTC_DATE() - INTERVAL ${spanDays} DAY)`;

// stands in a record's JSON where its versions differ, as replacing text costs less than setting members
const placeholders = { continent: '@continent', version: '@version', updateTime: '@updateTime' };
const template = `JSON_SET(log.after, '$.createTime', ${iso(historyStart)}, ${Object.entries(placeholders)
  .map(([name, mark]) => `'$.${name}', '${mark}'`)
  .join(', ')})`;

/**
 * The log that airports would have had people set their continent and remove it again in turn: `rows` updates, airport by
 * airport, round by round, over the last sixty days; each has its position in the feed.
 */
export async function fillHistory(db: Knex, rows: number): Promise<void> {
  const airports = await createTemplates(db);
  const last = await db('data_log').max({ seq: 'seq' }).first();
  const first = Number(last?.seq);
  // whole milliseconds: of less MySQL and MariaDB keep different times
  const stepMicroseconds = Math.floor((spanDays * DAY_MS) / (rows + airports + 1)) * 1000;
  const plan: Plan = { airports, rows, first, step: stepMicroseconds };
  await backdateRecords(db, plan);
  await withoutKeys(db, 'data_log', () => writeLog(db, plan));
  printProgress('fill: indexes of the log built');
  await withoutKeys(db, 'change_feed', () => writeFeed(db, plan));
  await advanceFeedHead(db, plan);
  await db.raw('DROP TABLE bench_airport');
}

interface Plan {
  airports: number;
  rows: number;
  /** The last number that the log has given. */
  first: number;
  /** Microseconds from one change to the next. */
  step: number;
}

/** What each airport's log rows are made of. */
async function createTemplates(db: Knex): Promise<number> {
  await db.raw(
    `CREATE TABLE bench_airport (
       place INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, id INT UNSIGNED NOT NULL, code VARCHAR(40) NOT NULL,
       template TEXT NOT NULL, continent VARCHAR(10) NOT NULL, refs VARCHAR(200) NOT NULL)
     SELECT log.record_id AS id, log.code, ${template} AS template, airport.continent, log.refs
     FROM data_log AS log JOIN airport ON airport.id = log.record_id
     WHERE log.entity = 'airport' AND log.actor = ? ORDER BY log.seq`,
    [author.username],
  );
  const count = await db('bench_airport').count({ n: '*' }).first();
  return Number(count?.n);
}

/** All that was filled in has come into being sixty days ago; the version of an airport is that of its last change. */
async function backdateRecords(db: Knex, { airports, rows, step }: Plan): Promise<void> {
  const byAuthor = { actor: author.username };
  const afterWithStartTimes = `JSON_SET(after, '$.createTime', ${iso(historyStart)}, '$.updateTime', ${iso(historyStart)})`;
  await db('data_log')
    .where(byAuthor)
    .update({ time: db.raw(historyStart), after: db.raw(afterWithStartTimes) });
  await db('eurail_station')
    .where('created_by', byAuthor.actor)
    .update({ create_time: db.raw(historyStart), update_time: db.raw(historyStart) });
  const changeCount = `(FLOOR(:rows / :airports) + (made.place <= :rows MOD :airports))`;
  await db.raw(
    `UPDATE bench_airport AS made STRAIGHT_JOIN airport ON airport.id = made.id SET
       airport.version = 1 + ${changeCount}, airport.create_time = ${historyStart},
       airport.update_time = ${historyStart} + INTERVAL IF(${changeCount} = 0, 0, ((${changeCount} - 1) * :airports + made.place) * :step) MICROSECOND,
       airport.continent = IF(${changeCount} MOD 2 = 0, made.continent, NULL)`,
    { airports, rows, step },
  );
}

async function writeLog(db: Knex, { airports, rows, first, step }: Plan): Promise<void> {
  for (let round = 1; (round - 1) * airports < rows; round++) {
    const rowsBefore = (round - 1) * airports;
    const previousTime = round === 1 ? historyStart : toTimeSql(rowsBefore - airports, step);
    await db.raw(
      `INSERT INTO data_log (seq, entity, record_id, code, action, version, actor, time, \`before\`, \`after\`, refs)
       SELECT ? + place, 'airport', id, code, 'update', ?, ?, ${toTimeSql(rowsBefore, step)},
         ${toRecordSql(round, previousTime)}, ${toRecordSql(round + 1, toTimeSql(rowsBefore, step))}, refs
       FROM bench_airport WHERE place <= ? ORDER BY place`,
      [first + rowsBefore, round + 1, author.username, rows - rowsBefore],
    );
    if (round % 10 === 1) printProgress(`fill: log ${rowsBefore} of ${rows}`);
  }
}

/** The time of the change with that many before its round. */
const toTimeSql = (done: number, step: number) => `${historyStart} + INTERVAL (${done} + place) * ${step} MICROSECOND`;

const toRecordSql = (version: number, time: string) =>
  Object.entries({
    [placeholders.continent]: version % 2 === 1 ? `CONCAT('"', continent, '"')` : `'null'`,
    [placeholders.version]: `'${version}'`,
    [placeholders.updateTime]: `CONCAT('"', ${iso(time)}, '"')`,
  }).reduce((text, [mark, json]) => `REPLACE(${text}, '"${mark}"', ${json})`, 'template');

/** Behind all positions given until then. */
async function writeFeed(db: Knex, { rows, first }: Plan): Promise<void> {
  const [head, ordinal] = await Promise.all([
    db('feed_mark').where('name', 'head').first('position'),
    db('feed_kind').where('entity', 'airport').first('ordinal'),
  ]);
  const batchRows = 100_000;
  for (let done = 0; done < rows; done += batchRows) {
    await db.raw(
      `INSERT INTO change_feed (position, seq, entity, record_id, ordinal, time)
       SELECT ? + seq - ?, seq, entity, record_id, ? + seq - ?, time FROM data_log WHERE seq > ? AND seq <= ? ORDER BY seq`,
      [head.position, first, ordinal.ordinal, first, first + done, first + done + batchRows],
    );
  }
}

async function advanceFeedHead(db: Knex, { rows }: Plan): Promise<void> {
  await db('feed_mark').where('name', 'head').increment('position', rows);
  const [head] = await db('feed_mark').where('name', 'head').select('position');
  await db('feed_kind').where('entity', 'airport').increment('ordinal', rows).update({ position: head?.position });
}
