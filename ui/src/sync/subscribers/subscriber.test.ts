import { expect, it } from 'vitest';
import { enums } from '#api/metadata.gen.ts';
import { groupEntities, type Subscriber, sortByGroup, toSubscriberBody } from './subscriber.ts';

const sampleSubscriber = (overrides: Partial<Subscriber> = {}): Subscriber => ({
  id: 3,
  name: 'search-index',
  url: 'https://search.example/changes',
  entities: ['city'],
  filter: null,
  active: true,
  offReason: null,
  state: 'healthy',
  backlog: 0,
  lastSuccess: null,
  earlierSecretUntil: null,
  earlierTokenUntil: null,
  version: 1,
  createTime: '2026-11-20T06:32:10.000Z',
  updateTime: '2026-11-20T06:32:10.000Z',
  createdBy: 'admin',
  updatedBy: 'admin',
  ...overrides,
});

it('groups every entity of the contract exactly once', () => {
  const groupedEntities = groupEntities(enums.Entity).flatMap(({ entities }) => entities);
  expect([...groupedEntities].sort()).toEqual([...enums.Entity].sort());
});

it('puts an entity without a group last, and omits empty groups', () => {
  expect(groupEntities(['rate_board', 'city'])).toEqual([
    { group: 'places', entities: ['city'] },
    { group: 'other', entities: ['rate_board'] },
  ]);
  expect(sortByGroup(['rate_board', 'train_station', 'country'])).toEqual(['country', 'train_station', 'rate_board']);
});

it('sends only the editable fields of a subscriber, and no empty filter', () => {
  const body = { name: 'search-index', url: 'https://search.example/changes', entities: ['city'], active: true };
  expect(toSubscriberBody(sampleSubscriber({ filter: null }))).toEqual(body);
  expect(toSubscriberBody(sampleSubscriber({ filter: { countries: ['CN'] } }))).toEqual({
    ...body,
    filter: { countries: ['CN'] },
  });
});
