import type { Knex } from 'knex';
import { code, createTable } from './table.ts';

/** The tables of the kinds that the first migrations make: what later ones change of all kinds, they change of these. */
export const firstKinds = [
  ...['country', 'city', 'airport', 'airline', 'cabin', 'protocol'],
  ...['rate_board', 'train_station', 'eurail_station'],
];

/**
 * What every record has; `search` is filled by the service, at its start and at each write. `import_id`: of the import with which a
 * pending record waits to be decided on. No foreign key: it would be checked for each row.
 */
export const recordColumns = `
  id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  status ${code(10)} NOT NULL,
  version INT UNSIGNED NOT NULL,
  create_time DATETIME(3) NOT NULL,
  update_time DATETIME(3) NOT NULL,
  created_by VARCHAR(60) NOT NULL,
  updated_by VARCHAR(60) NOT NULL,
  search TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  import_id INT UNSIGNED NULL`;

/** What every record with a name of its own has (the rate board has none). */
export const nameColumns = `
  name VARCHAR(200) NOT NULL,
  locales JSON NOT NULL`;

/** Where a record lies; the service keeps both or neither. */
export const coordinateColumns = `
  latitude DECIMAL(8,6) NULL,
  longitude DECIMAL(9,6) NULL`;

/** Where a record lies and in which time zone. */
export const placeColumns = `${coordinateColumns},
  timezone ${code(64)} NULL`;

/**
 * The keys behind every list: its orders by time, its free text; behind what waits for review, and behind what has no search text
 * yet: all others have the same first character in that one, which a change therefore leaves alone.
 */
export function recordKeys(table: string): string {
  return `
  KEY ${table}__update_time (update_time),
  KEY ${table}__create_time (create_time),
  KEY ${table}__import_id (import_id, status, update_time),
  KEY ${table}__unsearchable (search(1)),
  FULLTEXT KEY ${table}__search (search)`;
}

/** A plain key per column, for the list's filters and orders. */
export function filterKeys(table: string, ...columns: string[]): string {
  return columns.map((column) => `  KEY ${table}__${column} (\`${column}\`)`).join(',\n');
}

/** A column that holds a record of another kind by its id; the record it holds cannot be deleted. */
export function reference(table: string, field: string, kind: string): string {
  return `
  ${field}_id INT UNSIGNED NULL,
  KEY ${table}__${field}_id (${field}_id),
  CONSTRAINT ${table}__${field}_id FOREIGN KEY (${field}_id) REFERENCES \`${kind}\` (id)`;
}

/** The table of a field that holds several records of another kind, in order; its rows go with their record. */
export async function createListTable(
  knex: Knex,
  table: string,
  field: string,
  kind: string,
  ...columns: string[]
): Promise<void> {
  const name = `${table}_${field}`;
  await createTable(
    knex,
    name,
    `record_id INT UNSIGNED NOT NULL,
     position SMALLINT UNSIGNED NOT NULL,
     target_id INT UNSIGNED NOT NULL`,
    ...columns,
    `PRIMARY KEY (record_id, position),
     KEY ${name}__target_id (target_id),
     CONSTRAINT ${name}__record_id FOREIGN KEY (record_id) REFERENCES \`${table}\` (id) ON DELETE CASCADE,
     CONSTRAINT ${name}__target_id FOREIGN KEY (target_id) REFERENCES \`${kind}\` (id)`,
  );
}
