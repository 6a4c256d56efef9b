import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let viewer: Client;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Creates records that have waited for these numbers of days, and a proposal that has waited for 10 days. */
beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  const countries = createCountryClient(service);
  for (const days of [0, 1.9, 2.1, 6.9, 7.1, 29.9, 30.1, 400]) {
    const { id } = await countries.createPending();
    await service
      .db('country')
      .where({ id })
      .update({ update_time: daysAgo(days) });
  }
  const active = await countries.createActive();
  const body = bodyFrom(active, { name: 'Proposed' });
  const editor = await service.as('editor');
  await editor.ok('updateCountry', { path: { id: active.id }, ifMatch: active.version, body }, 202);
  await service
    .db('proposal')
    .where({ record_id: active.id, entity: 'country' })
    .update({ time: daysAgo(10) });
});
afterAll(() => service.stop());

test('what waits is counted by its age', async () => {
  expect((await viewer.ok('getReviewAges')).ages).toEqual([
    { from: 0, below: 2, count: 2 },
    { from: 2, below: 7, count: 2 },
    { from: 7, below: 30, count: 3 },
    { from: 30, below: null, count: 2 },
  ]);
});

test('each count is the total of the list between its two times', async () => {
  const query = { entity: 'country', by: 'editor' } as const;
  for (const { from, below, count } of (await viewer.ok('getReviewAges', { query })).ages) {
    const times = {
      ...(from > 0 && { before: daysAgo(from).toISOString() }),
      ...(below !== null && { since: daysAgo(below).toISOString() }),
    };
    const { total, items } = await viewer.ok('listReviews', { query: { ...query, ...times } });
    expect([total, items.length]).toEqual([count, count]);
    const completeness = await viewer.ok('getReviewCompleteness', { query: { ...query, ...times } });
    expect(completeness.ready).toBe(items.filter(({ missing }) => missing.length === 0).length);
  }
});

test('the counts are narrowed by entity, kind and author', async () => {
  const sum = async (query: { entity?: 'city' | 'country'; kind?: 'proposal'; by?: string }) =>
    (await viewer.ok('getReviewAges', { query })).ages.reduce((total, { count }) => total + count, 0);
  expect(await sum({ entity: 'city' })).toBe(0);
  expect(await sum({ entity: 'country' })).toBe(9);
  expect(await sum({ kind: 'proposal' })).toBe(1);
  expect(await sum({ by: 'nobody' })).toBe(0);
});

test('whoever may not read a kind counts nothing of it', async () => {
  const reader = await service.clientWith('city:read');
  expect((await reader.ok('getReviewAges')).ages.every(({ count }) => count === 0)).toBe(true);
});
