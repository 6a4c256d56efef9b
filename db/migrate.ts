import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { ensureDatabase, openKnex } from './connect.ts';
import { holdInstallation } from './installation.ts';
import { listProblems, readEnvironment } from './launcher/environment.mjs';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/table.ts';
import { seeds } from './seeds/index.ts';

export type MigrateStep = { step: 'wait' | 'migrate' | 'seed'; text: string };
export type MigrateOptions = {
  demo: boolean;
  onStep?: (step: MigrateStep) => void;
  onMigrated?: (names: string[]) => void;
};
export type MigrateOutcome = { migrated: string[]; seeded: string[] };

/** Brings the database at `url` to the newest tables; a database that never had any also gets the starter set. */
export async function migrate(url: string, options: MigrateOptions): Promise<MigrateOutcome> {
  const { demo, onStep = () => {}, onMigrated = () => {} } = options;
  await ensureDatabase(url);
  const knex = openKnex(url);
  try {
    return await holdInstallation(
      knex,
      () => onStep({ step: 'wait', text: 'another process migrates this database, waiting for it' }),
      async (held) => {
        const migrated = await migrateUp(knex, onStep);
        onMigrated(migrated);
        if (!held.seedsDue) return { migrated, seeded: [] };
        const seeded = await seed(held.trx, demo, onStep);
        await held.recordSeeds();
        return { migrated, seeded };
      },
    );
  } finally {
    await knex.destroy();
  }
}

async function migrateUp(knex: Knex, onStep: (step: MigrateStep) => void): Promise<string[]> {
  const migrator = knex.migrate;
  const config: Knex.MigratorConfig = {
    tableName: 'migration',
    disableTransactions: true,
    migrationSource: {
      getMigrations: async () => migrations,
      getMigrationName: (migration: Migration) => migration.name,
      // Knex wants a `down`; there is no way back, and nothing ever calls it.
      getMigration: async (migration: Migration) => ({ up: migration.up, down: async () => {} }),
    },
  };
  // The installation row is the lock; knex's own would stay behind after a kill.
  await migrator.forceFreeMigrationsLock(config);
  const [, pending]: [unknown, Migration[]] = await migrator.list(config);
  for (const [index, { name }] of pending.entries()) {
    onStep({ step: 'migrate', text: `${name} (${index + 1} of ${pending.length})` });
    await migrator.up(config);
  }
  return pending.map(({ name }) => name);
}

async function seed(trx: Knex.Transaction, demo: boolean, onStep: (step: MigrateStep) => void): Promise<string[]> {
  const wanted = seeds.filter((each) => demo || !each.demoOnly);
  for (const [index, { name, run }] of wanted.entries()) {
    onStep({ step: 'seed', text: `${name} (${index + 1} of ${wanted.length})` });
    await run(trx, { demo });
  }
  return wanted.map(({ name }) => name);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { environment, problems } = readEnvironment('migrations', process.env);
  if (environment.databaseUrl && problems.length === 0) {
    const demo = process.argv.includes('--demo');
    await migrate(environment.databaseUrl, { demo, onStep: ({ step, text }) => console.log(`${step}: ${text}`) });
  } else {
    console.error(listProblems(problems));
    process.exitCode = 1;
  }
}
