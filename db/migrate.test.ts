import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { afterEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { seeds } from './seeds/index.ts';
import { testDatabase } from './test-database.ts';

const names = migrations.map(({ name }) => name);
let database = testDatabase();

afterEach(async () => {
  await database.drop();
  database = testDatabase();
});

/** Runs `migrate` in a process of its own, which may kill itself as it reaches a step. */
function migrateElsewhere(killAt = ''): Promise<{ signal: string | null; printed: string }> {
  const script = `
    import { migrate } from './migrate.ts';
    const onStep = ({ step, text }) => {
      console.log(step);
      if ('${killAt}' && (step + text).includes('${killAt}')) process.kill(process.pid, 'SIGKILL');
    };
    await migrate(process.env.DATABASE_URL, { demo: true, onStep });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  return new Promise((resolve) => child.once('exit', (_code, signal) => resolve({ signal, printed })));
}

async function countOf(table: string, where: Record<string, string> = {}): Promise<number> {
  const [row] = await database.knex(table).where(where).count({ n: '*' });
  return Number(row?.n);
}

test('creates the database, its tables and the starter set, and a second run changes nothing', async () => {
  const first = await migrate(database.url, { demo: true });
  expect(first.migrated).toEqual(names);
  expect(first.seeded).toEqual(seeds.map(({ name }) => name));
  expect(await migrate(database.url, { demo: true })).toEqual({ migrated: [], unknown: [], seeded: [] });
  expect(await countOf('country')).toBe(250);
  expect(await countOf('data_log', { entity: 'country' })).toBe(250);
});

test('each migration is named after its file', () => {
  const files = readdirSync(path.join(import.meta.dirname, 'migrations')).filter((file) => /^\d{4}-/.test(file));
  expect(files.map((file) => path.basename(file, '.ts')).sort()).toEqual(names);
});

test('keeps keys that name their table and column', async () => {
  await migrate(database.url, { demo: false });
  const [rows] = await database.knex.raw(
    `SELECT DISTINCT table_name AS 'table', index_name AS name FROM information_schema.statistics
     WHERE table_schema = DATABASE() AND index_name <> 'PRIMARY' AND table_name NOT LIKE 'migration%'`,
  );
  const keys: { table: string; name: string }[] = rows;
  expect(keys.filter(({ table, name }) => !name.startsWith(`${table}__`))).toEqual([]);
  expect(keys.map(({ name }) => name)).toContain('country__code');
});

test('finishes a migration that was killed', async () => {
  await migrate(database.url, { demo: false });
  await database.knex('migration').where({ name: '0004-access' }).delete();
  await database.knex.schema.dropTable('sign_in_address');
  expect((await migrate(database.url, { demo: false })).migrated).toEqual(['0004-access']);
  expect(await database.knex.schema.hasTable('sign_in_address')).toBe(true);
});

test('adds to existing tables the columns and keys of new ones', async () => {
  await migrate(database.url, { demo: false });
  await database.knex('migration').whereIn('name', ['0018-import-reviews', '0021-unsearchable']).delete();
  await database.knex.raw('ALTER TABLE airport DROP KEY airport__import_id, DROP COLUMN import_id');
  await database.knex.raw('ALTER TABLE airport DROP KEY airport__unsearchable');
  await migrate(database.url, { demo: false });
  const columnsOf = async (key: string) => {
    const [rows] = await database.knex.raw('SHOW INDEX FROM airport WHERE Key_name = ?', [key]);
    return rows.map((row: { Column_name: string }) => row.Column_name);
  };
  expect(await columnsOf('airport__import_id')).toEqual(['import_id', 'status', 'update_time']);
  expect(await columnsOf('airport__unsearchable')).toEqual(['search']);
});

test('rewrites existing search texts', async () => {
  await migrate(database.url, { demo: true });
  await database.knex('migration').where({ name: '0019-whole-names' }).delete();
  await database.knex('country').update({ search: 'c_cn' });
  await migrate(database.url, { demo: true });
  expect(await database.knex('country').whereNotNull('search')).toEqual([]);
});

test('copies outcomes of existing rows into columns of fixed width', async () => {
  await migrate(database.url, { demo: false });
  await database.knex('migration').where({ name: '0020-row-outcomes' }).delete();
  await database.knex.raw('ALTER TABLE import_row MODIFY outcome VARCHAR(20) NULL, MODIFY record_id INT UNSIGNED NULL');
  const row = { import_id: 1, line: 2, state: 'new' };
  await database.knex('import_row').insert({ ...row, n: 1, outcome: 'created', record_id: 7, version: 1 });
  await database.knex('import_row').insert({ ...row, n: 2, outcome: null, record_id: null });
  await migrate(database.url, { demo: false });
  expect(await database.knex('import_row').orderBy('n').select('outcome', 'record_id', 'version')).toEqual([
    { outcome: 'created', record_id: 7, version: 1 },
    { outcome: '', record_id: 0, version: 0 },
  ]);
});

test('gives change sets the history that is known of them, once', async () => {
  await migrate(database.url, { demo: false });
  const { knex } = database;
  const toTime = (day: number) => new Date(Date.UTC(2026, 0, day));
  const common = {
    kind: 'manual',
    title: 'A set',
    author_id: 1,
    author: 'editor',
    create_time: toTime(1),
    update_time: toTime(5),
    submit_time: toTime(2),
    submitted_by: 'editor',
    decide_time: toTime(3),
    decided_by: 'reviewer',
  };
  await knex('change_set').insert([
    { ...common, status: 'rejected', reason: 'No' },
    { ...common, status: 'open' },
    { ...common, status: 'submitted', submit_time: toTime(4) },
    { ...common, status: 'reverted', due_time: toTime(4), release_time: toTime(4), ended_by: 'admin' },
    { ...common, status: 'released', release_time: toTime(3) },
  ]);
  for (let run = 1; run <= 2; run++) {
    await knex('migration').where({ name: '0056-set-steps' }).delete();
    await migrate(database.url, { demo: false });
  }
  const steps = await knex('change_set_step').orderBy('id');
  const describeStep = (step: (typeof steps)[number]) =>
    [step.time.getUTCDate(), step.status, step.username, step.reason].filter((part) => part !== null).join(' ');
  const histories = [1, 2, 3, 4, 5].map((id) => steps.filter(({ set_id }) => set_id === id).map(describeStep));
  const submission = ['1 open editor', '2 submitted editor'];
  expect(histories).toEqual([
    [...submission, '3 rejected reviewer No'],
    submission,
    ['1 open editor', '4 submitted editor'],
    [...submission, '3 scheduled reviewer', '4 released', '5 reverted admin'],
    [...submission, '3 released reviewer'],
  ]);
});

test('adds a change set to each import that is applied and undecided', async () => {
  await migrate(database.url, { demo: false });
  const { knex } = database;
  await knex('migration').where({ name: '0046-change-sets' }).delete();
  for (const table of ['change_set_step', 'change_set_writer', 'change_set']) await knex.schema.dropTable(table);
  const applied = {
    entity: 'city',
    filename: 'cities.csv',
    bytes: 1,
    status: 'applied',
    created_by_id: 1,
    created_by: 'editor',
    applied_by_id: 2,
    applied_by: 'admin',
    contributor_ids: '[1, 3]',
    create_time: '2026-01-01',
    apply_time: '2026-01-02',
    update_time: '2026-01-03',
  };
  const decision = JSON.stringify({ event: 'approve' });
  await knex('import').insert([
    { ...applied, id: 1 },
    { ...applied, id: 2, contributor_ids: null },
    { ...applied, id: 3, decision },
    { ...applied, id: 4, status: 'staged', applied_by_id: null, applied_by: null, apply_time: null },
  ]);
  await knex('city').limit(1).update({ status: 'pending', import_id: 1 });
  await migrate(database.url, { demo: false });
  const columns = ['import_id', 'kind', 'title', 'status', 'author', 'author_id'];
  const common = { kind: 'import', title: 'cities.csv', author: 'admin', author_id: 2 };
  expect(await knex('change_set').orderBy('import_id').select(columns)).toEqual([
    { ...common, import_id: 1, status: 'submitted' },
    { ...common, import_id: 2, status: 'released' },
  ]);
  const writers = knex('change_set_writer').join('change_set', 'change_set.id', 'set_id');
  expect(await writers.orderBy('import_id').orderBy('user_id').select('import_id', 'user_id')).toEqual([
    ...[1, 2, 3].map((user_id) => ({ import_id: 1, user_id })),
    ...[1, 2].map((user_id) => ({ import_id: 2, user_id })),
  ]);
});

test('two processes at once take turns', async () => {
  const runs = await Promise.all([migrateElsewhere(), migrateElsewhere()]);
  const steps = runs.map(({ printed }) => printed.match(/migrate|seed/g)?.length ?? 0);
  expect(steps.sort()).toEqual([0, names.length + seeds.length]);
  expect(await countOf('country')).toBe(250);
});

test.each([
  'migrate',
  'seed',
  'train stations',
])('a kill at the step "%s" loses nothing of the starter set', async (killAt) => {
  expect((await migrateElsewhere(killAt)).signal).toBe('SIGKILL');
  const outcome = await migrate(database.url, { demo: true });
  expect(outcome.seeded).toContain('250 countries');
  expect(await countOf('country')).toBe(250);
  expect(await countOf('data_log', { entity: 'country' })).toBe(250);
  expect(await countOf('data_log', { entity: 'train_station' })).toBe(await countOf('train_station'));
  expect(await countOf('user')).toBe(4);
});

test('a deleted seed record is not inserted again', async () => {
  await migrate(database.url, { demo: false });
  await database.knex('train_station').delete();
  await migrate(database.url, { demo: false });
  expect(await countOf('train_station')).toBe(0);
});

test('a database with tables but no record of an installation gets no starter set', async () => {
  await migrate(database.url, { demo: false });
  await database.knex('train_station').delete();
  await database.knex('installation').delete();
  await migrate(database.url, { demo: false });
  expect(await countOf('train_station')).toBe(0);
});

test('an account that may not create databases can migrate one that exists', async () => {
  await migrate(database.url, { demo: false });
  const name = new URL(database.url).pathname.slice(1);
  await database.knex.raw(`CREATE USER '${name}'@'localhost' IDENTIFIED BY 'secret'`);
  await database.knex.raw(`GRANT ALL ON ${name}.* TO '${name}'@'localhost'`);
  const url = new URL(database.url);
  url.username = name;
  url.password = 'secret';
  expect(await migrate(url.href, { demo: false })).toEqual({ migrated: [], unknown: [], seeded: [] });
  await database.knex.raw(`DROP USER '${name}'@'localhost'`);
});

test('an earlier version starts on a database with migrations of a later one, and names them', async () => {
  await migrate(database.url, { demo: false });
  const last = await database.knex('migration').max({ batch: 'batch' }).first();
  await database
    .knex('migration')
    .insert({ name: '9999-later', batch: Number(last?.batch) + 1, migration_time: new Date() });
  expect(await migrate(database.url, { demo: false })).toEqual({ migrated: [], unknown: ['9999-later'], seeded: [] });
});

test('the starter set is the same whatever the server’s sql_mode', async () => {
  const plain = testDatabase();
  await migrate(plain.url, { demo: false });
  const [[{ mode }]] = await plain.knex.raw('SELECT @@GLOBAL.sql_mode AS mode');
  try {
    await plain.knex.raw("SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'");
    await migrate(database.url, { demo: false });
    const texts = (knex: Knex) => knex('country').orderBy('code').select('code', 'name', 'locales');
    expect(await texts(database.knex)).toEqual(await texts(plain.knex));
  } finally {
    await plain.knex.raw('SET GLOBAL sql_mode = ?', [mode]);
    await plain.drop();
  }
});

test('a schema change waits for users of the table without blocking others for long', { tags: ['slow'] }, async () => {
  await migrate(database.url, { demo: false });
  await database.knex('migration').where({ name: '0021-unsearchable' }).delete();
  await database.knex.raw('ALTER TABLE country DROP KEY country__unsearchable');
  const reader = await database.knex.transaction();
  await reader('country').first('id');
  const steps: string[] = [];
  const passed: number[] = [];
  const migrating = migrate(database.url, {
    demo: false,
    onStep: ({ step }) => {
      steps.push(step);
      // This would wait as long as the schema change, if that did not give up in between.
      if (step === 'wait' && steps.length === 2)
        void database
          .knex('country')
          .count({ n: '*' })
          .then(([row]) => passed.push(Number(row?.n)))
          .then(() => reader.rollback());
    },
  });
  expect((await migrating).migrated).toEqual(['0021-unsearchable']);
  expect(steps.slice(0, 2)).toEqual(['migrate', 'wait']);
  expect(passed).toEqual([250]);
});

test('a start through a symbolic link does the same', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gazetteer-link-'));
  try {
    const link = path.join(folder, 'db');
    symlinkSync(import.meta.dirname, link);
    const runLinked = (env: NodeJS.ProcessEnv = {}) =>
      spawnSync(process.execPath, ['--import', 'tsx', path.join(link, 'migrate.ts')], {
        cwd: import.meta.dirname,
        env: { PATH: process.env.PATH, ...env },
        encoding: 'utf8',
      });
    const { status, stderr } = runLinked();
    expect(status).toBe(1);
    // outside a terminal, what it says is JSON like the log of the service
    expect(JSON.parse(stderr)).toMatchObject({ level: 60, msg: expect.stringMatching(/^DATABASE_URL is missing/) });
    expect(runLinked({ LOG_FORMAT: 'text' }).stderr).toMatch(/^DATABASE_URL is missing/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
