import { expect, test } from 'vitest';
import { chainsOf, orderKeysOf } from '../../src/sync/push/order.ts';

test.each([
  ['train_station', { telegraphCode: 'AAA' }, { telegraphCode: 'BBB' }],
  ['cabin', { airline: 'CA', code: 'Y' }, { airline: 'CA', code: 'W' }],
  ['country', { code: 'AA' }, { code: 'BB' }],
] as const)('changes of %s records keep their order while one takes over the key of the other', (entity, key, newKey) => {
  const keysOf = (recordId: number, before: object | null, after: object | null) =>
    orderKeysOf({
      entity,
      recordId,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    });
  const release = { keys: keysOf(1, key, newKey) };
  const takeover = { keys: keysOf(2, null, key) };
  const unrelated = { keys: keysOf(3, null, Object.fromEntries(Object.keys(key).map((field) => [field, 'ZZ']))) };
  expect(chainsOf([release, unrelated, takeover])).toEqual([[release, takeover], [unrelated]]);
});
