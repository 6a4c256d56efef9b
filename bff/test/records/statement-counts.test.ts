import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** How many statements a call takes once all that may be kept is. */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  await call();
  return service.statementsDuring(call);
}

test('session, roles and a record with all that it refers to are read by two statements', async () => {
  const viewer = await service.as('viewer');
  const { items } = await viewer.ok('listAirports');
  const [airport] = items;
  expect(await statementsOf(() => viewer.ok('getAirport', { path: { id: airport?.id ?? 0 } }))).toBe(2);
});

test('an update is written with its log by one trip to the database, between reading and committing', async () => {
  const editor = await service.as('editor');
  const { items } = await editor.ok('listRates', { query: { view: 'all', status: 'active' } });
  const [rate] = items;
  if (!rate) throw new Error('The starter set has rates.');
  const { id, base, quote, source, unit, quotedAt } = rate;
  const update = async () => {
    const { record } = await editor.ok('getRate', { path: { id } });
    const middle = record.middle === '1.5' ? '1.6' : '1.5';
    const body = { base, quote, source, unit, quotedAt, middle };
    const write = () => editor.ok('updateRate', { path: { id }, ifMatch: record.version, body });
    return service.statementsDuring(write);
  };
  await update();
  // session, BEGIN, the record, all that is written, COMMIT
  expect(await update()).toBe(5);
});

test('a page of the log is read by as many statements however many kinds it tells of', async () => {
  const admin = await service.as('admin');
  const all = await statementsOf(() => admin.ok('listDataLogs'));
  expect(await statementsOf(() => admin.ok('listDataLogs', { query: { entity: 'city' } }))).toBe(all);
});

test('a page of the feed is read by four statements: who asks, how far it goes, its changes, what was removed meanwhile', async () => {
  const admin = await service.as('admin');
  expect(await statementsOf(() => admin.ok('listChanges', { query: { cursor: '0' } }))).toBe(4);
});
