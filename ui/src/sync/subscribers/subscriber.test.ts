import { expect, it } from 'vitest';
import { enums } from '#api/metadata.gen.ts';
import { sampleSubscriber } from './sample-subscriber.ts';
import { groupEntities, sortByGroup, toSubscriberBody } from './subscriber.ts';

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
