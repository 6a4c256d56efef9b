import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Query } from '../../src/http/operation-types.ts';
import type { Client } from '../kit/client.ts';
import type { RecordOf, WriteBody } from '../kit/complete-bodies.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let viewer: Client;
let rates: ReturnType<typeof createEntityClient<'Rate'>>;
const created = new Map<string, RecordOf<'Rate'>>();

const noAmounts = { buy: null, sell: null, cashBuy: null, cashSell: null, middle: null };
const day = (number: number) => new Date(Date.UTC(2018, 0, number)).toISOString();
const quoteOn = (number: number, middle: string, changes: Partial<WriteBody<'Rate'>> = {}) => ({
  ...noAmounts,
  base: 'NZD' as const,
  quote: 'AUD' as const,
  source: 'Series',
  quotedAt: day(number),
  middle,
  ...changes,
});

beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  rates = createEntityClient(service, 'Rate');
  const add = async (name: string, rate: Promise<RecordOf<'Rate'>>) => created.set(name, await rate);
  await add('first', rates.createActive(quoteOn(1, '1.10')));
  await add('second', rates.createActive(quoteOn(80, '1.2', { buy: '1.19' })));
  await add('inactive', rates.transition(await rates.createActive(quoteOn(81, '5')), 'deactivate'));
  await add('selling only', rates.createActive(quoteOn(82, '1', { middle: null, sell: '9' })));
  await add('unit 100', rates.createActive(quoteOn(83, '125', { unit: 100 })));
  await add('other source', rates.createActive(quoteOn(84, '1.3', { source: 'Other' })));
  await add('newest', rates.createActive(quoteOn(100, '1.23')));
  await add('pending', rates.createPending(quoteOn(101, '1.24')));
});
afterAll(() => service.stop());

const idOf = (name: string) => created.get(name)?.id ?? 0;
async function read(name: string, query: Query<'getRateSeries'> = {}) {
  const { points, ...rest } = await viewer.ok('getRateSeries', { path: { id: idOf(name) }, query });
  return { ...rest, points: points.map(({ quotedAt, value }) => `${quotedAt.slice(0, 10)} ${value}`) };
}

const allActive = ['2018-01-01 1.1', '2018-03-21 1.2', '2018-04-10 1.23'];

test('has the active values of the same pair, source, unit and amount, oldest first, and those of the rate itself', async () => {
  expect(await read('second')).toEqual({ amount: 'middle', previous: '1.1', change: '+9.09', points: allActive });
  expect((await read('first')).points).toEqual(allActive);
  expect((await read('pending')).points).toEqual([...allActive, '2018-04-11 1.24']);
  const sellingSeries = { amount: 'sell', previous: null, change: null, points: ['2018-03-23 9'] };
  expect(await read('selling only')).toEqual(sellingSeries);
  expect((await read('unit 100')).points).toEqual(['2018-03-24 125']);
});

test('a range ends with the newest value', async () => {
  expect((await read('newest', { days: 30 })).points).toEqual(allActive.slice(1));
  expect((await read('newest', { days: 90 })).points).toEqual(allActive.slice(1));
  expect((await read('newest', { days: 365 })).points).toEqual(allActive);
  // a rate that is older than the range is not part of it, and a pending one can be the newest
  expect((await read('first', { days: 30 })).points).toEqual(allActive.slice(1));
  expect((await read('pending', { days: 30 })).points).toEqual([...allActive.slice(1), '2018-04-11 1.24']);
});

test('has the same change as the list', async () => {
  const query = { base: 'NZD', quote: 'AUD', source: 'Series', view: 'all' } as const;
  for (const { id, previous, change } of (await viewer.ok('listRates', { query })).items)
    expect(await viewer.ok('getRateSeries', { path: { id } })).toMatchObject({ previous, change });
});

test('has at most 500 values, evenly and with the newest', async () => {
  const { id } = await rates.createActive(quoteOn(2000, '2', { source: 'Many' }));
  const [row] = await service.db('rate_board').where({ id });
  const { id: _, ...columns } = row;
  const copies = Array.from({ length: 1199 }, (_, n) => ({ ...columns, quoted_at: new Date(day(1999 - n)) }));
  await service.db.batchInsert('rate_board', copies);
  const { points } = await viewer.ok('getRateSeries', { path: { id } });
  expect(points.length).toBeLessThanOrEqual(501);
  expect(points.length).toBeGreaterThan(350);
  expect(points.at(-1)?.quotedAt).toBe(day(2000));
  const gaps = points
    .slice(1, -1)
    .map(({ quotedAt }, index) => Date.parse(quotedAt) - Date.parse(points[index]?.quotedAt ?? ''));
  expect(new Set(gaps).size).toBe(1);
  const year = await viewer.ok('getRateSeries', { path: { id }, query: { days: 365 } });
  expect(year.points).toHaveLength(366);
});

test('has values of any year', async () => {
  const quoteIn = (year: number, middle: string) =>
    rates.createActive(quoteOn(0, middle, { source: 'Old', quotedAt: `${year}-01-01T00:00:00Z` }));
  const [{ id: first }, { id: last }] = [await quoteIn(1950, '4.1'), await quoteIn(1951, '4.2')];
  for (const id of [first, last]) {
    const { points } = await viewer.ok('getRateSeries', { path: { id } });
    expect(points.map(({ value }) => value)).toEqual(['4.1', '4.2']);
    const { points: lastYear } = await viewer.ok('getRateSeries', { path: { id }, query: { days: 365 } });
    expect(lastYear).toEqual(points);
  }
});

test('an unknown rate has no series', async () => {
  await viewer.expectRefusal('getRateSeries', { path: { id: 2_000_000_000 } }, 'notFound');
});
