import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordSearchQuery } from '#crud/read/find-records.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { cityErrors } from '#fields/place/city-country.ts';
import { signIn } from '#testing/test-session.ts';
import type { ChangeSetItem } from './set-items.ts';
import { findInSet } from './set-records.ts';
import { workIn } from './working-set.ts';
import '#entities/index.ts';

const country = { code: 'TR', name: 'Türkiye' };
// the cast: no other member of an item is read
const renamed = {
  ...{ id: 1, entity: 'country', action: 'update', recordId: 5, event: null, version: 1 },
  ...{ before: country, after: { ...country, code: 'TX' } },
} as unknown as ChangeSetItem;
const city = {
  id: 3,
  code: 'IST',
  name: 'Istanbul',
  country: 'TR',
  locales: {},
  status: 'active',
  version: 1,
} as const;
const { queryKey } = recordSearchQuery('city', '', { code: 'IST' });

beforeEach(() => {
  signIn('me', 'city:read');
  queryClient.clear();
  queryClient.setQueryData(queryKey, [city]);
  queryClient.setQueryData(['working set', 7], [renamed]);
});
afterEach(() => {
  workIn(null);
  queryClient.clear();
});

it('finds live records with the codes that the set gives to what they refer to', () => {
  // the cast: no other member of a record is read
  const live = [city] as unknown as Parameters<typeof findInSet>[0];
  const search = { entity: 'city', query: '', filters: {}, search: undefined, syllablesOf: undefined } as const;
  expect(findInSet(live, [renamed], search)).toMatchObject([{ code: 'IST', country: 'TX' }]);
});

it('takes no city for one of another country because the set renames its country', () => {
  const values = { city: 'IST', country: 'TX' };
  expect(cityErrors(values, 'en')).toHaveLength(1);
  workIn({ id: 7, title: 'Rename TR', showsLive: false });
  expect(cityErrors(values, 'en')).toEqual([]);
  expect(cityErrors({ ...values, country: 'TR' }, 'en')).toHaveLength(1);
});
