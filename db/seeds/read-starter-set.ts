import { migrate } from '../migrate.ts';
import type { testDatabase } from '../test-database.ts';
import type { Fields } from './records.ts';

export type Row = Fields & { id: number };
export type Log = { record_id: number; code: string | null; after: Fields; refs: Record<string, number> };

/** For tests: the records of these entities in a new database, and their log rows. */
export async function readStarterSet(database: ReturnType<typeof testDatabase>, kinds: string[]) {
  await migrate(database.url, { demo: false });
  const rowsOf = new Map<string, Row[]>();
  const logsOf = new Map<string, Log[]>();
  for (const key of kinds) {
    rowsOf.set(key, await database.knex(key).orderBy('id'));
    const found: Log[] = await database.knex('data_log').where('entity', key).orderBy('record_id');
    logsOf.set(
      key,
      found.map((log) => ({ ...log, after: fromJson(log.after), refs: fromJson(log.refs) })),
    );
  }
  const rows = (key: string) => rowsOf.get(key) ?? [];
  const logs = (key: string) => logsOf.get(key) ?? [];
  return { rows, logs, records: (key: string) => logs(key).map(({ after }) => after) };
}

/** MariaDB returns JSON as text, MySQL as the value. */
export function fromJson<T>(value: T): T {
  return typeof value === 'string' ? JSON.parse(value) : value;
}
