import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pruneFeedAndDataLog } from '../../src/feed/prune.ts';
import type { Schemas } from '../../src/http/contract.ts';
import type { Query } from '../../src/http/operation-types.ts';
import { sequenceAll } from '../feed/changes.ts';
import { createImportClient } from '../imports/import-client.ts';
import type { Client } from '../kit/client.ts';
import { fillDataLog, fillLoggedTask, LOG_START_MS } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let reader: Client;

beforeAll(async () => {
  service = await startService();
  reader = await service.clientWith('data_log:read');
});
afterAll(() => service.stop());

type FoldedQuery = Query<'listFoldedDataLogs'>;
type Item = Schemas['FoldedDataLogItem'];

const list = (query: FoldedQuery = {}) => reader.ok('listFoldedDataLogs', { query });
const nameOf = ({ entry, task }: Item) => (task ? `task ${task.id}` : `change ${entry?.seq}`);

async function readAllPages(filter: FoldedQuery = {}, betweenPages: () => Promise<unknown> = async () => {}) {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ ...filter, limit: 20, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.nextCursor;
    await betweenPages();
  }
  return items;
}

test('an import is one item per run, which counts and leads to exactly its changes', async () => {
  const imports = createImportClient(service);
  const [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
  const content = ['code,name,country,city', 'QQA,First,FR,QQX', 'QQB,Second,FR,QQX'].join('\n');
  const { id } = await imports.uploadAndStage(editor, {
    entity: 'airport',
    content,
    filename: 'airports.csv',
    options: { missingReferences: 'create' },
  });
  await imports.apply(editor, id, { rows: 'all' });
  await imports.decide(reviewer, id, { event: 'reject', reason: 'not these' });

  const { items } = await list({ limit: 2 });
  const run = { import: { id, filename: 'airports.csv' } };
  expect(items).toMatchObject([
    { entry: null, task: { ...run, kind: 'importDecide', actor: 'reviewer', entities: ['airport'], changes: 2 } },
    { entry: null, task: { ...run, kind: 'importApply', actor: 'editor', entities: ['airport', 'city'], changes: 3 } },
  ]);
  for (const { task } of items) {
    const query = { task: task?.id ?? 0, limit: 100 };
    const { items: changes, total, ...page } = await reader.ok('listDataLogs', { query });
    expect(total).toBe(task?.changes);
    expect(page.task).toEqual(task);
    expect(changes.at(-1)?.time).toBe(task?.firstTime);
    expect(changes[0]?.time).toBe(task?.lastTime);
    expect([...new Set(changes.map(({ actor }) => actor))]).toEqual([task?.actor]);
    expect(changes.every(({ reason }) => reason?.includes('not these') || reason?.includes(`#${id}`))).toBe(true);
  }
  expect((await list({ entity: 'city', limit: 1 })).items).toMatchObject([
    { task: { kind: 'importApply', entities: ['city'], changes: 1 } },
  ]);

  // the overview has the same items, counted for the kinds that its reader may read
  const { recent } = await editor.ok('getOverview', {});
  expect(recent.slice(0, 2)).toEqual(items);
  const cityReader = await service.clientWith('city:read');
  const { recent: recentOfCities } = await cityReader.ok('getOverview', {});
  expect(recentOfCities[0]?.task).toMatchObject({ kind: 'importApply', import: null, entities: ['city'], changes: 1 });
  expect(recentOfCities.flatMap(({ entry, task }) => entry?.entity ?? task?.entities ?? [])).not.toContain('airport');

  // the single changes of people stay items of their own
  const body = { code: 'QQ', name: 'Single', locales: {} };
  const { record } = await editor.ok('createCountry', { body }, 201);
  expect((await list({ limit: 1 })).items).toMatchObject([{ entry: { recordId: record.id }, task: null }]);
});

describe('a log with tasks', () => {
  const minute = (at: number) => new Date(LOG_START_MS + at * 60_000).toISOString();

  beforeAll(async () => {
    for (const table of ['data_log', 'data_log_task', 'change_outbox', 'change_feed']) await service.db(table).delete();
    await fillDataLog(service.db, 400);
    await fillLoggedTask(service.db, 7, 100, 199);
    await fillLoggedTask(service.db, 8, 250, 349);
  });

  test('has each change, and each task once, at the time of its first change', async () => {
    const items = await readAllPages();
    expect(items).toHaveLength(202);
    const times = items.map(({ entry, task }) => entry?.time ?? task?.firstTime ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
    expect(items.flatMap(({ task }) => task ?? [])).toMatchObject([
      { id: 8, changes: 100, firstTime: minute(250), lastTime: minute(349), import: { id: 8, filename: 'file.csv' } },
      { id: 7, changes: 100, firstTime: minute(100), lastTime: minute(199) },
    ]);
    expect(await list()).toMatchObject({ total: 202, totalCapped: false, changes: 400, changesCapped: false });
  });

  test('is filtered by entity, person and time, and counts only the changes of the entity', async () => {
    const cities = await readAllPages({ entity: 'city' });
    expect(cities.flatMap(({ task }) => task ?? [])).toMatchObject([
      { id: 8, changes: 50, entities: ['city'] },
      { id: 7, changes: 50, entities: ['city'] },
    ]);
    expect(cities).toHaveLength(102);
    expect((await readAllPages({ actor: 'importer' })).map(nameOf)).toEqual(['task 8', 'task 7']);
    expect(await readAllPages({ actor: 'importer', entity: 'cabin' })).toEqual([]);
    expect((await readAllPages({ from: minute(195), to: minute(202) })).map(nameOf).at(-1)).toBe('task 7');
    expect(await list({ from: minute(195), to: minute(202) })).toMatchObject({ total: 3 });
    expect((await list({ to: minute(100) })).items.every(({ task }) => task === null)).toBe(true);
  });

  test('is paged without missing or repeating an item while changes are added, also to a task', async () => {
    const before = (await readAllPages()).map(nameOf);
    const row = await service.db('data_log').where('task_id', 0).first();
    const { seq: _, ...change } = { ...row, record_id: 900, time: new Date() };
    const write = async () => {
      await service.db('data_log').insert([...Array(20)].map(() => change));
      await service.db('data_log').insert({ ...change, task_id: 8 });
      await service.db('data_log_task').where('task_id', 8).increment('changes', 1).update('last_time', change.time);
    };
    expect((await readAllPages({}, write)).map(nameOf)).toEqual(before);
  });

  test('forgets a task with its last change, and counts what is left of the others', async () => {
    await service
      .db('data_log')
      .where('time', '>', new Date(minute(300)))
      .update({ time: new Date() });
    await service.db.raw(
      'INSERT INTO change_outbox (seq, entity, record_id, version) SELECT seq, entity, record_id, version FROM data_log',
    );
    await sequenceAll(service.db);
    const days = (Date.now() - Date.parse(minute(300))) / 86_400_000;
    await pruneFeedAndDataLog(service.db, { days: Math.max(1, Math.floor(days)) });
    const left = (await readAllPages()).flatMap(({ task }) => task ?? []);
    const { total } = await reader.ok('listDataLogs', { query: { task: 8 } });
    expect(left).toMatchObject([{ id: 8, changes: total, entities: expect.arrayContaining(['city', 'country']) }]);
    expect(total).toBeLessThan(100);
  });
});
