import { type Database, fromJson } from '../../src/database.ts';
import type { EntityKey, Schemas } from '../../src/http/contract.ts';
import { sequenceAll } from '../push/worker.ts';

/** What became of rows, and the rules that they break: `PEK conflicting changedSince`. */
export const outcomes = (rows: Schemas['ImportRow'][]): string[] =>
  rows.map(({ code, outcome, problems }) => [code, outcome, ...problems.map(({ rule }) => rule)].join(' '));

/** What the database has of records, whatever the API says of them. */
export function recordsOf(db: Database) {
  const byCode = (entity: EntityKey, code: string) => db(entity).where('code', code).first();

  const logOf = async (entity: EntityKey, id: number) =>
    (await db('data_log').where({ entity, record_id: id }).orderBy('version')).map((row) => ({
      ...row,
      before: fromJson(row.before),
      after: fromJson(row.after),
    }));

  return {
    byCode,
    logOf,
    status: async (entity: EntityKey, code: string): Promise<string> => (await byCode(entity, code))?.status,
    /** The versions of a record that subscribers get. */
    fed: async (entity: EntityKey, id: number): Promise<number[]> => {
      await sequenceAll(db);
      return db('change_feed')
        .join('data_log', 'data_log.seq', 'change_feed.seq')
        .where({ 'data_log.entity': entity, 'data_log.record_id': id })
        .orderBy('data_log.version')
        .pluck('data_log.version');
    },
  };
}
