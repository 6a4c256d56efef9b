import { code } from './table.ts';

/** What every record has; `search` is filled by the service, at its start and at each write. */
export const recordColumns = `
  id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  status ${code(10)} NOT NULL,
  version INT UNSIGNED NOT NULL,
  create_time DATETIME(3) NOT NULL,
  update_time DATETIME(3) NOT NULL,
  created_by VARCHAR(60) NOT NULL,
  updated_by VARCHAR(60) NOT NULL,
  search TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL`;

/** What every record with a name of its own has (the rate board has none). */
export const nameColumns = `
  name VARCHAR(200) NOT NULL,
  locales JSON NOT NULL`;

/** The keys behind every list: its orders by time, its free text. */
export function recordKeys(table: string): string {
  return `
  KEY ${table}__update_time (update_time),
  KEY ${table}__create_time (create_time),
  FULLTEXT KEY ${table}__search (search)`;
}

/** A plain key per column, for the list's filters and orders. */
export function filterKeys(table: string, ...columns: string[]): string {
  return columns.map((column) => `  KEY ${table}__${column} (${column})`).join(',\n');
}
