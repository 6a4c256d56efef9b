import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity } from '#crud/model.ts';
import { rateBoard } from '#entities/rate-board.ts';
import type { Request } from '#http/operation-types.ts';
import { createCrudContext } from '../../src/create-crud.ts';
import { prepareManyValues } from '../../src/crud/prepare.ts';
import { insertRecords } from '../../src/crud/store.ts';
import { assignPositions } from '../../src/feed/sequencer.ts';
import type { RecordOf, WriteBody } from '../kit/complete-bodies.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

const actor = { id: null, username: 'importer' };

type Rate = RecordOf<'Rate'>;
type RateEvent = 'approve' | 'activate' | 'deactivate';

let service: Service;
let rates: ReturnType<typeof createEntityClient<'Rate'>>;
beforeAll(async () => {
  service = await startService();
  rates = createEntityClient(service, 'Rate');
});
afterAll(() => service.stop());

const noAmounts = { buy: null, sell: null, cashBuy: null, cashSell: null, middle: null };
const belowBuyingRate = [['/sell', 'notBelow', '不能低于现汇买入价', 'Must not be below the buying rate']];

describe('an amount', () => {
  test.each([
    ['9999999999.9999999999', '9999999999.9999999999'],
    ['0.0000000001', '0.0000000001'],
    ['0.1', '0.1'],
    ['007.1350000000', '7.135'],
    ['100.00', '100'],
    ['1000', '1000'],
    ['0000000000.5', '0.5'],
  ])('%s is stored and returned as “%s”', async (sent, expected) => {
    const amounts = { buy: sent, sell: sent, cashBuy: sent, cashSell: sent, middle: sent };
    const expectedAmounts = { buy: expected, sell: expected, cashBuy: expected, cashSell: expected, middle: expected };
    const { id, version, ...created } = await rates.createPending(amounts);
    const { record } = await rates.get(id);
    expect(created).toMatchObject(expectedAmounts);
    expect(record).toMatchObject(expectedAmounts);
    const [row] = await service.db('rate_board').where({ id }).select(service.db.raw('cast(middle as char) as text'));
    const [integerPart, fraction = ''] = expected.split('.');
    expect(row.text).toBe(`${integerPart}.${fraction.padEnd(10, '0')}`);
    // Another notation of the same amounts is not a change.
    expect((await rates.update(record, amounts)).record.version).toBe(version);
    const { items } = await rates.history(id);
    expect(items).toMatchObject([{ after: expectedAmounts }]);
  });

  test('is compared exactly and numerically', async () => {
    await rates.createPending({ buy: '9.0999999999', sell: '9.1', cashBuy: '9', cashSell: '10' });
    await rates.createPending({ buy: '7.10', sell: '7.1' });
    const sellBelowBuy = await rates.expectRefusal.create({
      buy: '9007199254.0000000002',
      sell: '9007199254.0000000001',
    });
    expect(sellBelowBuy.fields).toEqual(belowBuyingRate);
  });

  test.each(['buy', 'sell', 'cashBuy', 'cashSell', 'middle'] as const)('%s alone is enough', async (name) => {
    expect(await rates.createPending({ ...noAmounts, [name]: '1' })).toMatchObject({ ...noAmounts, [name]: '1' });
  });
});

describe('a second rate with the same pair, source and time', () => {
  const texts = ['已有相同的汇率牌价', 'The same Exchange rate already exists'];
  const duplicateRefusal = { fields: [['/quotedAt', 'duplicateRecord', ...texts]], messages: texts };

  test('is refused for any UTC offset of the time', async () => {
    const rate = await rates.createPending({ quotedAt: '2019-04-13T22:00:00+08:00' });
    expect(rate.quotedAt).toBe('2019-04-13T14:00:00.000Z');
    expect((await rates.get(rate.id)).record.quotedAt).toBe('2019-04-13T14:00:00.000Z');
    const sameMoment = { quotedAt: '2019-04-13T09:00:00-05:00', middle: '2' };
    expect(await rates.expectRefusal.create(sameMoment, 'duplicateRecord')).toMatchObject(duplicateRefusal);
    const otherRate = await rates.createPending({ ...sameMoment, quotedAt: '2019-04-13T14:00:00.001Z' });
    expect(await rates.expectRefusal.update(otherRate, sameMoment, 'duplicateRecord')).toMatchObject(duplicateRefusal);
    expect((await rates.update(otherRate, { source: 'Another', ...sameMoment })).record.version).toBe(2);
  });

  test('prevents that a deleted one is restored', async () => {
    const rate = await rates.createPending();
    await rates.remove(rate);
    await rates.createPending({ quotedAt: rate.quotedAt });
    expect(await rates.expectRefusal.restore(rate, 1, 'duplicateRecord')).toMatchObject(duplicateRefusal);
  });
});

describe('without review', () => {
  test('the author can approve a rate and change an active one at once', async () => {
    const client = await service.clientWith(
      ...['read', 'create', 'update', 'delete', 'review'].map((name) => `rate_board:${name}`),
    );
    const { record } = await client.ok('createRate', { body: await rates.newBody() }, 201);
    const transition = async ({ id, version }: Rate, event: RateEvent) =>
      (await client.ok('transitionRate', { path: { id }, ifMatch: version, body: { event } })).record;
    expect((await client.ok('getRate', { path: { id: record.id } })).ownWork).toBe(false);
    const activeRate = await transition(await transition(record, 'approve'), 'activate');
    expect(activeRate).toMatchObject({ status: 'active', version: 3, updatedBy: client.username });
    const changedAnswer = await client.ok('updateRate', rates.updateParts(activeRate, { middle: '1.25' }));
    expect(changedAnswer.record).toMatchObject({ middle: '1.25', status: 'active', version: 4 });
    const versionedPath = { path: { id: record.id }, ifMatch: 4 };
    const restoredAnswer = await client.ok('restoreRate', { ...versionedPath, body: { version: 1 } });
    expect(restoredAnswer.record).toMatchObject({ middle: '1.5', status: 'active', version: 5 });
    await client.ok('deleteRate', { ...versionedPath, ifMatch: 5 });
    const recreatedAnswer = await client.ok('restoreRate', { path: versionedPath.path, body: { version: 4 } });
    expect(recreatedAnswer.record).toMatchObject({ middle: '1.25', status: 'pending', version: 7 });
  });

  test('an invalid change of an active rate is still refused', async () => {
    const activeRate = await rates.createActive({ buy: '1', sell: '2' });
    expect((await rates.expectRefusal.update(activeRate, { sell: '0.5' })).fields).toEqual(belowBuyingRate);
  });
});

describe('the list', () => {
  const day = (number: number) => new Date(Date.UTC(2018, 0, number)).toISOString();
  const quoteOn = (number: number, middle: string, changes: Partial<WriteBody<'Rate'>> = {}) => ({
    base: 'NZD' as const,
    quote: 'AUD' as const,
    source: 'List',
    quotedAt: day(number),
    middle,
    ...changes,
  });
  const createdRates = new Map<string, Rate>();
  beforeAll(async () => {
    const add = async (name: string, rate: Promise<Rate>) => createdRates.set(name, await rate);
    await add('first', rates.createActive(quoteOn(1, '1.2')));
    await add('second', rates.createActive(quoteOn(2, '1.20', { buy: '1.1' })));
    const formerRate = await rates.createActive(quoteOn(3, '5'));
    await add('inactive', rates.transition(formerRate, 'deactivate'));
    await add('third', rates.createActive(quoteOn(4, '1.257')));
    await add('unit 100', rates.createActive(quoteOn(5, '125', { unit: 100 })));
    await add('pending', rates.createPending(quoteOn(6, '126', { unit: 100 })));
    await add('oldest, pending', rates.createPending(quoteOn(0, '1')));
    await add('pending, unit 1', rates.createPending(quoteOn(7, '0.9428')));
    await add('other source', rates.createActive(quoteOn(1, '1.3', { source: 'Other' })));
    await add('selling only', rates.createActive(quoteOn(2, '1', { ...noAmounts, source: 'Other', sell: '1.30065' })));
  });
  const describeList = async (query: object) =>
    (await rates.list({ base: 'NZD', quote: 'AUD', sort: 'quotedAt', ...query })).items.map((item) => [
      [...createdRates].find(([, { id }]) => id === item.id)?.[0],
      item.previous,
      item.change,
      item.trend?.map(({ value }) => value).join(' '),
    ]);

  test('has the newest active rate of each pair and source, and all pending rates', async () => {
    expect(await describeList({})).toEqual([
      ['oldest, pending', null, null, '1'],
      // Rates are compared with earlier ones of the same amount and unit only.
      ['selling only', null, null, '1.30065'],
      ['unit 100', null, null, '125'],
      ['pending', '125', '+0.80', '125 126'],
      ['pending, unit 1', '1.257', '-25.00', '1.2 1.2 1.257 0.9428'],
    ]);
  });

  test('of all rates compares each with the preceding active rate', async () => {
    expect(await describeList({ view: 'all', source: 'List' })).toEqual([
      ['oldest, pending', null, null, ''],
      ['first', null, null, ''],
      ['second', '1.2', '0.00', ''],
      ['inactive', '1.2', '+316.67', ''],
      ['third', '1.2', '+4.75', ''],
      ['unit 100', null, null, ''],
      ['pending', '125', '+0.80', ''],
      ['pending, unit 1', '1.257', '-25.00', ''],
    ]);
  });

  test('has counts and filters in both views', async () => {
    expect((await rates.list({ base: 'NZD', quote: 'AUD' })).counts).toEqual({ active: 2, pending: 3 });
    expect((await rates.list({ base: 'NZD', quote: 'AUD', view: 'all' })).counts).toEqual({
      active: 6,
      inactive: 1,
      pending: 3,
    });
    expect(await describeList({ status: 'active' })).toHaveLength(2);
    expect(await describeList({ source: 'Nobody' })).toEqual([]);
  });

  test('has the last thirty values of a pair with their times', { tags: ['slow'] }, async () => {
    for (let number = 1; number <= 31; number++)
      await rates.createActive({ base: 'SGD', quote: 'AUD', quotedAt: day(number), middle: `1.${number + 100}` });
    const [item] = (await rates.list({ base: 'SGD', quote: 'AUD' })).items;
    expect(item?.trend).toHaveLength(30);
    expect(item?.trend?.[0]).toEqual({ quotedAt: day(2), value: '1.102' });
    expect(item?.trend?.at(-1)).toEqual({ quotedAt: day(31), value: '1.131' });
  });

  test('takes a fixed number of statements for any number of rates', async () => {
    const countStatements = async (pageSize: number) => {
      const countOnce = () => service.statementsDuring(() => rates.list({ pageSize, view: 'all' }));
      // The periodic read of the settings happens in one of the two requests at most.
      return Math.min(await countOnce(), await countOnce());
    };
    expect(await countStatements(100)).toBe(await countStatements(10));
  });

  test('reads only the shown part of a pair’s history', async () => {
    const { id } = await rates.createActive({ base: 'CHF', quote: 'AUD', quotedAt: day(4000), middle: '1' });
    const { id: _, ...row } = await service.db('rate_board').where({ id }).first();
    const quotes = ['AUD', 'CAD', 'CZK', 'DKK', 'GBP', 'HUF', 'NOK', 'PLN', 'SEK', 'THB'];
    for (const quote of quotes) {
      const earlierRows = Array.from({ length: 400 }, (__, number) => ({
        ...row,
        quote,
        quoted_at: new Date(day(number)),
      }));
      await service.db('rate_board').insert(earlierRows);
    }
    // With this many pairs the optimizer may prefer a scan of the whole table.
    const letters = [...'ABCDEFGHIJKLMNOPQ'];
    const otherPairs = letters.flatMap((firstLetter) =>
      letters.map((lastLetter) => ({
        ...row,
        base: 'ZAR',
        quote: `${firstLetter}Q${lastLetter}`,
        quoted_at: new Date(day(1)),
      })),
    );
    await service.db('rate_board').insert(otherPairs);
    await service.db.raw('ANALYZE TABLE rate_board');
    // Cast: the list reads only these parts of a request.
    const request = { query: { pageSize: 100, view: 'latest' }, caller: { id: 2 } } as unknown as Request<'listRates'>;
    const rowsRead = await service.db.transaction(async (trx) => {
      const { listRates } = rateBoard.operations?.(createCrudContext(trx), rateBoard as Entity) ?? {};
      return countRowsRead(trx, async () => {
        const answer = await listRates?.(request);
        expect(answer).toMatchObject({ data: { items: expect.arrayContaining([expect.objectContaining({ id })]) } });
      });
    });
    expect(rowsRead).toBeLessThan(6000);
    await service.db('rate_board').where({ base: 'ZAR', source: row.source }).delete();
  });

  test('can be searched by currency and source, ordered by pair', async () => {
    const pairs = async (query: object) =>
      (await rates.list({ pageSize: 100, ...query })).items.map(
        ({ base, quote, source }) => `${base}/${quote} ${source}`,
      );
    expect([...new Set(await pairs({ q: 'nzd' }))]).toContain('NZD/AUD List');
    expect(await pairs({ q: 'NZD other' })).toEqual(['NZD/AUD Other']);
    for (const pair of await pairs({ q: 'USD' })) expect(pair).toContain('USD');
    const sortedPairs = await pairs({ q: 'NZD', base: 'NZD' });
    expect(sortedPairs).toEqual([...sortedPairs].sort());
  });
});

test('shows the latest rates of a day since when more than 10,000 rates have changed', {
  tags: ['slow'],
  timeout: 600_000,
}, async () => {
  const { db } = service;
  const admin = await service.as('admin');
  const pair = { base: 'GBP', quote: 'NZD', source: 'Many' } as const;
  // the cast: the entity in the form that all kinds share
  const entity = rateBoard as Entity;
  const insert = async (quotedAt: Date[]): Promise<void> => {
    const drafts = quotedAt.map((time) => ({
      body: { ...pair, unit: 1, middle: '2', quotedAt: time.toISOString() },
      writing: { actor },
    }));
    await db.transaction(async (trx) => {
      const prepared = await prepareManyValues(trx, entity, drafts);
      const records = prepared.map(({ values }) => ({ values, status: 'active' as const }));
      await insertRecords(trx, entity, records, { action: 'create', actor });
    });
    while ((await assignPositions(db)) > 0);
  };
  const hour = (n: number) => new Date(Date.UTC(2021, 0, 1, n));
  await insert([hour(0), hour(1)]);
  const [[{ now }]] = await db.raw('SELECT NOW(3) AS now, SLEEP(0.002)');
  for (let at = 2; at < 12_002; at += 2000) await insert(Array.from({ length: 2000 }, (_, n) => hour(at + n)));
  const start = performance.now();
  const query = { base: 'GBP', quote: 'NZD', asOf: now.toISOString() } as const;
  const { items, total } = await admin.ok('listRates', { query });
  console.log(`latest rates, 12,000 of which have changed since: ${Math.round(performance.now() - start)} ms`);
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({ ...pair, quotedAt: hour(1).toISOString() });
  const refused = await admin.expectRefusal('listRates', { query: { ...query, sort: 'middle' } }, 'validationError');
  expect(refused.fields).toMatchObject([{ pointer: '/query/sort', rule: 'notAsOf' }]);
});
