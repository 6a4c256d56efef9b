import { realpathSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { ensureDatabase, openKnex } from './connect.ts';
import { withInstallationLock } from './installation.ts';
import { listProblems, readEnvironment } from './launcher/environment.mjs';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/table.ts';
import { seeds } from './seeds/index.ts';

export type MigrateStep = { step: 'wait' | 'migrate' | 'seed'; text: string };
export type Migrated = {
  migrated: string[];
  /** Migrations of a later version, which this one does not know. */
  unknown: string[];
};
export type MigrateOptions = {
  demo: boolean;
  /** Encrypts secrets of a new database from the start; no earlier release, which could not read them, uses it. */
  encryptSecrets?: boolean;
  onStep?: (step: MigrateStep) => void;
  onMigrated?: (outcome: Migrated) => void;
};
export type MigrateOutcome = Migrated & { seeded: string[] };

/** How often a schema change is retried while the table is in use; each attempt takes some seconds. */
const MAX_TRIES = 600;
/** The pause between attempts, in which waiting statements can run. */
const PAUSE_MS = 1000;

/** Brings the database at `url` to the newest tables; a database that never had any also gets the starter set. */
export async function migrate(url: string, options: MigrateOptions): Promise<MigrateOutcome> {
  const { demo, encryptSecrets = false, onStep = () => {}, onMigrated = () => {} } = options;
  await ensureDatabase(url);
  const knex = openKnex(url);
  try {
    return await withInstallationLock(
      knex,
      () => onStep({ step: 'wait', text: 'another process migrates this database, waiting for it' }),
      async (locked) => {
        const outcome = await migrateUp(knex, onStep);
        onMigrated(outcome);
        if (!locked.needsSeeds) return { ...outcome, seeded: [] };
        const seeded = await seed(locked.trx, demo, onStep);
        if (encryptSecrets)
          await locked.trx('secrets_encryption').insert({ id: 1, begin_time: new Date() }).onConflict('id').ignore();
        await locked.recordSeeds();
        return { ...outcome, seeded };
      },
    );
  } finally {
    await knex.destroy();
  }
}

/** The message if the database was migrated by a later version. */
export const newerDatabase = (unknown: string[]) =>
  `The database has migrations of a later version (${unknown.join(', ')}): this one works beside it, if it is the release before.`;

async function migrateUp(knex: Knex, onStep: (step: MigrateStep) => void): Promise<Migrated> {
  const migrator = knex.migrate;
  const config: Knex.MigratorConfig = {
    tableName: 'migration',
    disableTransactions: true,
    // Migrations of later versions only add, so this version still works.
    disableMigrationsListValidation: true,
    migrationSource: {
      getMigrations: async () => migrations,
      getMigrationName: (migration: Migration) => migration.name,
      // Knex requires `down`, which is never called.
      getMigration: async (migration: Migration) => ({ up: migration.up, down: async () => {} }),
    },
  };
  // The installation row is the lock; knex's own would stay behind after a kill.
  await migrator.forceFreeMigrationsLock(config);
  const [completed, pending]: [{ name: string }[], Migration[]] = await migrator.list(config);
  for (const [index, { name }] of pending.entries()) {
    onStep({ step: 'migrate', text: `${name} (${index + 1} of ${pending.length})` });
    const onWait = () => onStep({ step: 'wait', text: `${name} changes a table that others use, trying again` });
    await retryWhileInUse(() => migrator.up(config), onWait);
  }
  await recordRequiredMigrations(knex);
  const known = new Set(migrations.map(({ name }) => name));
  return {
    migrated: pending.map(({ name }) => name),
    unknown: completed.map(({ name }) => name).filter((name) => !known.has(name)),
  };
}

/** Every migration can be repeated after it was interrupted. */
async function retryWhileInUse(work: () => Promise<unknown>, onWait: () => void): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      const isInUse = error instanceof Error && 'code' in error && error.code === 'ER_LOCK_WAIT_TIMEOUT';
      if (!isInUse || tries === MAX_TRIES) throw error;
      onWait();
      await pause(PAUSE_MS);
    }
  }
}

/** Records which migration a release must know to work without what a migration drops. */
async function recordRequiredMigrations(knex: Knex): Promise<void> {
  for (const { name, requiredMigration } of migrations)
    if (requiredMigration) await knex('migration').where({ name }).update({ oldest_version: requiredMigration });
}

async function seed(trx: Knex.Transaction, demo: boolean, onStep: (step: MigrateStep) => void): Promise<string[]> {
  const wanted = seeds.filter((each) => demo || !each.demoOnly);
  for (const [index, { name, run }] of wanted.entries()) {
    onStep({ step: 'seed', text: `${name} (${index + 1} of ${wanted.length})` });
    await run(trx, { demo });
  }
  return wanted.map(({ name }) => name);
}

/** The levels of the service's log. */
const LOG_LEVELS = { info: 30, fatal: 60 };

/** Prints a message as LOG_FORMAT says; by default as text in a terminal, and otherwise as JSON, like the service’s log. */
function report(msg: string, level = LOG_LEVELS.info): void {
  const isText = process.env.LOG_FORMAT ? process.env.LOG_FORMAT === 'text' : process.stdout.isTTY;
  const write = level === LOG_LEVELS.fatal ? console.error : console.log;
  write(isText ? msg : JSON.stringify({ level, time: Date.now(), msg }));
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const { environment, problems } = readEnvironment('migrations', process.env);
  if (environment.databaseUrl && problems.length === 0) {
    const demo = process.argv.includes('--demo');
    const encryptSecrets = environment.secretsKeys.length > 0;
    const onStep = ({ step, text }: MigrateStep) => report(`${step}: ${text}`);
    const { unknown } = await migrate(environment.databaseUrl, { demo, encryptSecrets, onStep });
    if (unknown.length > 0) report(newerDatabase(unknown));
  } else {
    report(listProblems(problems), LOG_LEVELS.fatal);
    process.exitCode = 1;
  }
}
