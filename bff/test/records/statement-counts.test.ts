import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Counts the statements of a call after a first call has filled the caches. */
async function countWarmStatements(call: () => Promise<unknown>): Promise<number> {
  await call();
  return service.statementsDuring(call);
}

test('a record is read by two statements, including the session, the roles and the labels', async () => {
  const viewer = await service.as('viewer');
  const { items } = await viewer.ok('listAirports');
  const [airport] = items;
  expect(await countWarmStatements(() => viewer.ok('getAirport', { path: { id: airport?.id ?? 0 } }))).toBe(2);
});

test('an update and its log rows are written by one statement', async () => {
  const editor = await service.as('editor');
  const { items } = await editor.ok('listRates', { query: { view: 'all', status: 'active' } });
  const [rate] = items;
  if (!rate) throw new Error('The starter set has no rates.');
  const { id, base, quote, source, unit, quotedAt } = rate;
  const update = async () => {
    const { record } = await editor.ok('getRate', { path: { id } });
    const middle = record.middle === '1.5' ? '1.6' : '1.5';
    const body = { base, quote, source, unit, quotedAt, middle };
    const write = () => editor.ok('updateRate', { path: { id }, ifMatch: record.version, body });
    return service.statementsDuring(write);
  };
  await update();
  // The statements are the session, BEGIN, the record, the batch of writes and COMMIT.
  expect(await update()).toBe(5);
});

test('a page of the log takes the same number of statements for one entity and for all', async () => {
  const admin = await service.as('admin');
  const statementsForAll = await countWarmStatements(() => admin.ok('listDataLogs'));
  expect(await countWarmStatements(() => admin.ok('listDataLogs', { query: { entity: 'city' } }))).toBe(
    statementsForAll,
  );
});

test('a page of the feed is read by four statements: the caller, the head, the changes, the removed positions', async () => {
  const admin = await service.as('admin');
  expect(await countWarmStatements(() => admin.ok('listChanges', { query: { cursor: '0' } }))).toBe(4);
});
