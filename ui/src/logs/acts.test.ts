import { expect, it } from 'vitest';
import { enums } from '#api/metadata.gen.ts';
import { actAppearance, actGroups, groupOf } from './acts.ts';

it('puts every act of the contract into exactly one group', () => {
  expect(Object.values(actGroups).flat().sort()).toEqual([...enums.Act].sort());
  expect(groupOf('roleDeleted')).toBe('roles');
});

it('highlights only failures and denials', () => {
  const marked = enums.Act.filter((act) => actAppearance(act).tone);
  expect(marked.sort()).toEqual(['refused', 'signInFailed', 'signInRefused']);
  expect(actAppearance('userCreated')).toEqual({ icon: 'users' });
});
