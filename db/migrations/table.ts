import type { Knex } from 'knex';

export type Migration = {
  name: string;
  up(knex: Knex): Promise<void>;
  /**
   * For a migration that drops something: the last migration that a release must know to work without what was dropped. It is stored in the
   * column `oldest_version` of the table `migration`, where older releases read it.
   */
  requiredMigration?: string;
};

/**
 * One CREATE TABLE with all its keys inside, because DDL commits by itself here: a killed migration leaves whole
 * tables or none, and running it again makes the rest.
 */
export async function createTable(knex: Knex, name: string, ...definitions: string[]): Promise<void> {
  const body = definitions.join(',\n');
  await knex.raw(
    `CREATE TABLE IF NOT EXISTS \`${name}\` (\n${body}\n)
     ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  );
}

/** The column type of texts that are compared byte by byte, such as codes, keys and enumerated values. */
export function exactText(length: number): string {
  return `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`;
}

/** Hides a generated column from `SELECT *`, so that rows can be copied unchanged; MySQL supports this from 8.0.23 on. */
export const hidden = '/*M! INVISIBLE */ /*!80023 INVISIBLE */';

/** Adds the columns that the table lacks, in one statement. */
export async function addColumns(knex: Knex, table: string, columns: Record<string, string>): Promise<void> {
  const [rows] = await knex.raw('SHOW COLUMNS FROM ??', [table]);
  const there = new Set(rows.map((row: { Field: string }) => row.Field));
  const missing = Object.entries(columns).filter(([name]) => !there.has(name));
  if (missing.length === 0) return;
  const added = missing.map(([name, definition]) => `ADD COLUMN ${name} ${definition}`);
  await knex.raw(`ALTER TABLE \`${table}\` ${added.join(', ')}`);
}

async function readKeyNames(knex: Knex, table: string): Promise<Set<string>> {
  const [rows] = await knex.raw('SHOW INDEX FROM ??', [table]);
  return new Set(rows.map((row: { Key_name: string }) => row.Key_name));
}

/** Drops those of the keys that the table has, in one statement. */
export async function dropKeys(knex: Knex, table: string, keys: string[]): Promise<void> {
  const existing = await readKeyNames(knex, table);
  const drops = keys.filter((name) => existing.has(name)).map((name) => `DROP KEY ${name}`);
  if (drops.length > 0) await knex.raw(`ALTER TABLE \`${table}\` ${drops.join(', ')}`);
}

/** Adds the keys that the table lacks, in one statement. */
export async function addKeys(
  knex: Knex,
  table: string,
  keys: Record<string, string>,
  { unique = false } = {},
): Promise<void> {
  const there = await readKeyNames(knex, table);
  const missing = Object.entries(keys).filter(([name]) => !there.has(name));
  if (missing.length === 0) return;
  const added = missing.map(([name, columns]) => `ADD ${unique ? 'UNIQUE ' : ''}KEY ${name} (${columns})`);
  await knex.raw(`ALTER TABLE \`${table}\` ${added.join(', ')}`);
}
