import type { Knex } from 'knex';
import { getStep, type LoadCase } from './case.ts';

const logPageSize = 20;
const distantPage = 1000;
const feedPageSize = 100;
const cursorCount = 50;

/** Returns cases that read pages of the change log near its beginning and far from it, and pages of the feed. */
export async function logCases(db: Knex): Promise<LoadCase[]> {
  const log = await db('data_log').count({ n: '*' }).max({ seq: 'seq' }).first();
  const rowsBefore = Math.min((distantPage - 1) * logPageSize, Math.floor(Number(log?.n) / 2));
  const logByTime = db.raw('data_log FORCE INDEX (data_log__time)');
  const lastRowBefore = await db
    .from(logByTime)
    .orderBy([
      { column: 'time', order: 'desc' },
      { column: 'seq', order: 'desc' },
    ])
    .offset(rowsBefore - 1)
    .first('seq');
  const lastCursor = Number(log?.seq) - feedPageSize * 2;
  const cursors = Array.from({ length: cursorCount }, (_, index) => Math.floor((lastCursor * index) / cursorCount));
  return [
    { name: 'log', goal: { atLeast: 0.5 }, requestSequences: [[getStep(`/data-logs?limit=${logPageSize}`)]] },
    {
      name: 'log-1000',
      goal: { atLeast: 0.5 },
      requestSequences: [[getStep(`/data-logs?limit=${logPageSize}&cursor=${lastRowBefore.seq}`)]],
    },
    {
      name: 'feed',
      requestSequences: [cursors.map((cursor) => getStep(`/changes?limit=${feedPageSize}&cursor=${cursor}`))],
      itemsPerResponse: { count: feedPageSize, unit: 'changes' },
    },
  ];
}
