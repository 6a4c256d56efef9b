import { expect, it } from 'vitest';
import { enums } from '#api/metadata.gen.ts';
import { actGroups, groupOf, lookOf } from './acts.ts';

it('puts every act of the contract into exactly one group', () => {
  expect(Object.values(actGroups).flat().sort()).toEqual([...enums.Act].sort());
  expect(groupOf('roleDeleted')).toBe('roles');
});

it('highlights only failures and denials', () => {
  const marked = enums.Act.filter((act) => lookOf(act).tone);
  expect(marked.sort()).toEqual(['refused', 'signInFailed', 'signInRefused']);
  expect(lookOf('userCreated')).toEqual({ icon: 'users' });
});
