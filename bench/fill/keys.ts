import type { Knex } from 'knex';

/** Drops a table's secondary keys during `work`, because building them afterwards is faster than updating them row by row. */
export async function withoutSecondaryKeys(db: Knex, table: string, work: () => Promise<void>): Promise<void> {
  const keys = await listSecondaryKeys(db, table);
  await db.raw(`ALTER TABLE ${table} ${keys.map(({ name }) => `DROP KEY ${name}`).join(', ')}`);
  await work();
  const keyDefinitions = keys.map(
    ({ name, unique, columns }) => `ADD ${unique ? 'UNIQUE ' : ''}KEY ${name} (${columns})`,
  );
  await db.raw(`ALTER TABLE ${table} ${keyDefinitions.join(', ')}`);
}

async function listSecondaryKeys(db: Knex, table: string) {
  const rows = await db('information_schema.STATISTICS')
    .where({ TABLE_SCHEMA: db.raw('DATABASE()'), TABLE_NAME: table })
    .whereNot('INDEX_NAME', 'PRIMARY')
    .groupBy('INDEX_NAME', 'NON_UNIQUE')
    .select(
      { name: 'INDEX_NAME', duplicates: 'NON_UNIQUE' },
      db.raw('GROUP_CONCAT(COLUMN_NAME ORDER BY SEQ_IN_INDEX) AS columns_'),
    );
  return rows.map(({ name, duplicates, columns_: columns }) => ({ name, unique: Number(duplicates) === 0, columns }));
}
