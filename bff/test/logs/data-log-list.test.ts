import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import type { Query } from '../../src/http/operation-types.ts';
import type { Client } from '../kit/client.ts';
import { fillDataLog, LOG_START_MS } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let reader: Client;

const ENTRY_COUNT = 12_000;

beforeAll(async () => {
  service = await startService();
  await service.db('data_log').delete();
  reader = await service.clientWith('data_log:read');
  await fillDataLog(service.db, ENTRY_COUNT);
});
afterAll(() => service.stop());

type Entry = Schemas['DataLogEntry'];
type ListQuery = Query<'listDataLogs'>;

const timeAtMinute = (index: number) => new Date(LOG_START_MS + index * 60_000).toISOString();
const list = (query: ListQuery = {}) => reader.ok('listDataLogs', { query });

async function readAllPages(
  filter: ListQuery,
  changeBetweenPages: () => Promise<unknown> = async () => undefined,
): Promise<Entry[]> {
  const foundEntries: Entry[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { items, nextCursor } = await list({ ...filter, limit: 100, ...(cursor ? { cursor } : {}) });
    foundEntries.push(...items);
    cursor = nextCursor;
    await changeBetweenPages();
  }
  return foundEntries;
}

describe('filters', () => {
  const filterCases: Record<string, [ListQuery, (entry: Entry) => boolean]> = {
    entity: [{ entity: 'airline' }, ({ entity }) => entity === 'airline'],
    record: [{ entity: 'city', recordId: 7 }, ({ entity, recordId }) => entity === 'city' && recordId === 7],
    code: [{ code: 'C17' }, ({ code }) => code === 'C17'],
    actor: [{ actor: 'person-7' }, ({ actor }) => actor === 'person-7'],
    action: [{ action: 'delete' }, ({ action }) => action === 'delete'],
    times: [
      { from: timeAtMinute(300), to: timeAtMinute(700) },
      ({ time }) => time >= timeAtMinute(300) && time < timeAtMinute(700),
    ],
    field: [{ entity: 'city', field: 'name' }, ({ entity, action }) => `${entity} ${action}` === 'city update'],
    'a field that is changed less often': [
      { entity: 'city', field: 'code' },
      ({ entity, action, time }) =>
        `${entity} ${action}` === 'city update' && ((Date.parse(time) - LOG_START_MS) / 60_000) % 7 === 0,
    ],
    'field and actor': [
      { entity: 'city', field: 'code', actor: 'keeper' },
      ({ entity, action, actor, time }) =>
        `${entity} ${action} ${actor}` === 'city update keeper' &&
        ((Date.parse(time) - LOG_START_MS) / 60_000) % 7 === 0,
    ],
    'the value before': [
      { entity: 'city', field: 'name', before: 'Name 9' },
      ({ entity, values }) => entity === 'city' && values[0]?.before === 'Name 9',
    ],
    'entity and action': [
      { entity: 'city', action: 'delete' },
      (entry) => `${entry.entity} ${entry.action}` === 'city delete',
    ],
    'all at once': [
      {
        entity: 'city',
        recordId: 7,
        code: 'C6',
        actor: 'person-6',
        action: 'update',
        from: timeAtMinute(90),
        to: timeAtMinute(9000),
      },
      ({ entity, recordId, code, actor, action, time }) =>
        `${entity} ${recordId} ${code} ${actor} ${action}` === 'city 7 C6 person-6 update' &&
        time >= timeAtMinute(90) &&
        time < timeAtMinute(9000),
    ],
  };
  let allEntries: Entry[];
  beforeAll(async () => {
    allEntries = await readAllPages({});
    expect(allEntries).toHaveLength(ENTRY_COUNT);
  });

  test.each(Object.entries(filterCases))('by %s', async (_, [filter, matches]) => {
    const expected = allEntries.filter(matches);
    expect(expected.length).toBeGreaterThan(0);
    expect(await readAllPages(filter)).toEqual(expected);
    expect(await list(filter)).toMatchObject({ total: expected.length, totalCapped: false });
  });

  test('without matches return an empty page', async () => {
    const emptyPage = { items: [], task: null, labels: {}, nextCursor: null, total: 0, totalCapped: false };
    for (const filter of [
      { actor: 'nobody' },
      { code: '北京' },
      { entity: 'cabin' as const },
      { entity: 'city' as const, field: 'nam' },
      { entity: 'city' as const, field: 'name', after: 'name 9' },
      { to: timeAtMinute(0) },
    ])
      expect(await list(filter)).toEqual(emptyPage);
  });

  test.each(['field', 'before', 'after'] as const)('SQL in %s matches nothing', async (name) => {
    for (const value of ["' OR 1=1 -- ", '" OR ""="', '$.name', '*', '%', '\\\\'])
      expect(await list({ entity: 'city', field: 'name', [name]: value })).toMatchObject({ items: [], total: 0 });
  });

  test.each(['code', 'actor'] as const)('SQL in %s matches nothing', async (name) => {
    for (const value of ["' OR 1=1 -- ", '" OR ""="', "C1' UNION SELECT 1 --", '%', '\\'])
      expect(await list({ [name]: value })).toMatchObject({ items: [], total: 0 });
  });

  test.each(['entity', 'recordId', 'action', 'from', 'to', 'cursor'] as const)('SQL in %s is refused', async (name) => {
    for (const value of ["' OR 1=1 -- ", '1 OR 1=1', '1; DROP TABLE data_log']) {
      const query = { [name]: value } as object;
      const { fields } = await reader.expectRefusal('listDataLogs', { query }, 'validationError');
      expect(fields).toMatchObject([{ pointer: `/query/${name}` }]);
    }
  });
});

test('counting stops at 10,000', async () => {
  expect(await list()).toMatchObject({ total: 10_000, totalCapped: true });
});

test('pages neither miss nor repeat a change while others are written, even if many have the same time', async () => {
  const toSeqs = (entries: Entry[]) => entries.map(({ seq }) => seq);
  const seqsBefore = toSeqs(await readAllPages({ actor: 'person-2' }));
  const row = await service.db('data_log').where('actor', 'person-2').first();
  const { seq: _, ...change } = { ...row, time: new Date() };
  const write = () => service.db('data_log').insert(Array.from({ length: 60 }, () => change));
  expect(toSeqs(await readAllPages({ actor: 'person-2' }, write))).toEqual(seqsBefore);
  const seqs = toSeqs(await readAllPages({ from: change.time.toISOString() }));
  expect(seqs.length).toBeGreaterThan(100);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => b - a));
});
