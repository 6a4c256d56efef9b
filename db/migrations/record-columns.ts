import type { Knex } from 'knex';
import { createTable, exactText } from './table.ts';

/** The tables of the entities in the first migrations; later migrations that change all entities change these. */
export const firstKinds = [
  ...['country', 'city', 'airport', 'airline', 'cabin', 'protocol'],
  ...['rate_board', 'train_station', 'eurail_station'],
];

/**
 * The columns of every record. The service fills `search` when it starts and at each write. `import_id` is the import with which a
 * pending record is reviewed; it has no foreign key, which would be checked for each row.
 */
export const recordColumns = `
  id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  status ${exactText(10)} NOT NULL,
  version INT UNSIGNED NOT NULL,
  create_time DATETIME(3) NOT NULL,
  update_time DATETIME(3) NOT NULL,
  created_by VARCHAR(60) NOT NULL,
  updated_by VARCHAR(60) NOT NULL,
  search TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  import_id INT UNSIGNED NULL`;

/** The columns of records that have a name; the rate board has none. */
export const nameColumns = `
  name VARCHAR(200) NOT NULL,
  locales JSON NOT NULL`;

/** A record's coordinates; the service stores both or neither. */
export const coordinateColumns = `
  latitude DECIMAL(8,6) NULL,
  longitude DECIMAL(9,6) NULL`;

/** A record's coordinates and time zone. */
export const placeColumns = `${coordinateColumns},
  timezone ${exactText(64)} NULL`;

/**
 * The keys of every list: sorting by time, full-text search, pending reviews, and records without a search text. The last key
 * holds only the first character, which is the same in all search texts, so changes do not update the key.
 */
export function recordKeys(table: string): string {
  return `
  KEY ${table}__update_time (update_time),
  KEY ${table}__create_time (create_time),
  KEY ${table}__updater (updated_by, update_time, status),
  KEY ${table}__import_id (import_id, status, update_time),
  KEY ${table}__unsearchable (search(1)),
  FULLTEXT KEY ${table}__search (search)`;
}

/** A plain key per column, for the list's filters and orders. */
export function filterKeys(table: string, ...columns: string[]): string {
  return columns.map((column) => `  KEY ${table}__${column} (\`${column}\`)`).join(',\n');
}

/** A column with the id of a record of another entity; a referenced record cannot be deleted. */
export function reference(table: string, field: string, kind: string): string {
  return `
  ${field}_id INT UNSIGNED NULL,
  KEY ${table}__${field}_id (${field}_id),
  CONSTRAINT ${table}__${field}_id FOREIGN KEY (${field}_id) REFERENCES \`${kind}\` (id)`;
}

/** The table of a field with an ordered list of references to another entity; its rows are deleted with their record. */
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
