import type { Knex } from 'knex';
import { get, type LoadCase } from './case.ts';

const limit = 20;
const pages = 1000;
const changes = 100;
const places = 50;

/** Pages of the change log by cursor, near its beginning and far from it, and of the feed. */
export async function logCases(db: Knex): Promise<LoadCase[]> {
  const log = await db('data_log').count({ n: '*' }).max({ seq: 'seq' }).first();
  const before = Math.min((pages - 1) * limit, Math.floor(Number(log?.n) / 2));
  const newest = db.raw('data_log FORCE INDEX (data_log__time)');
  const last = await db
    .from(newest)
    .orderBy([
      { column: 'time', order: 'desc' },
      { column: 'seq', order: 'desc' },
    ])
    .offset(before - 1)
    .first('seq');
  const far = Number(log?.seq) - changes * 2;
  const cursors = Array.from({ length: places }, (_, at) => Math.floor((far * at) / places));
  return [
    { name: 'log', goal: { atLeast: 0.5 }, lanes: [[get(`/data-logs?limit=${limit}`)]] },
    { name: 'log-1000', goal: { atLeast: 0.5 }, lanes: [[get(`/data-logs?limit=${limit}&cursor=${last.seq}`)]] },
    {
      name: 'feed',
      lanes: [cursors.map((cursor) => get(`/changes?limit=${changes}&cursor=${cursor}`))],
      each: { count: changes, unit: 'changes' },
    },
  ];
}
