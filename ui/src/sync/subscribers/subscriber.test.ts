import { expect, it } from 'vitest';
import { enums } from '#api/facts.gen.ts';
import { aSubscriber } from './a-subscriber.ts';
import { bodyOf, groupKinds, inOrder } from './subscriber.ts';

it('offers every kind of the contract in exactly one group', () => {
  const offered = groupKinds(enums.Entity).flatMap(({ kinds }) => kinds);
  expect([...offered].sort()).toEqual([...enums.Entity].sort());
});

it('puts a kind that belongs nowhere among the others, and leaves out empty groups', () => {
  expect(groupKinds(['rate_board', 'city'])).toEqual([
    { group: 'places', kinds: ['city'] },
    { group: 'other', kinds: ['rate_board'] },
  ]);
  expect(inOrder(['rate_board', 'train_station', 'country'])).toEqual(['country', 'train_station', 'rate_board']);
});

it('sends back of a subscriber what a person wrote, and no filter where there is none', () => {
  const written = { name: 'search-index', url: 'https://search.example/changes', entities: ['city'], active: true };
  expect(bodyOf(aSubscriber({ filter: null }))).toEqual(written);
  expect(bodyOf(aSubscriber({ filter: { countries: ['CN'] } }))).toEqual({
    ...written,
    filter: { countries: ['CN'] },
  });
});
