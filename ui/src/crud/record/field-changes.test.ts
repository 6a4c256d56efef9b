import { expect, it } from 'vitest';
import { spreadChanges } from './field-changes.ts';

it('goes down to the properties that differ, and leaves whole what is no object on both sides', () => {
  const review = {
    pointer: '/review',
    before: { city: 'none', cabin: 'none' },
    after: { city: 'second-person', cabin: 'none' },
  };
  const roles = { pointer: '/roles', before: ['viewer'], after: ['editor'] };
  const first = { pointer: '/review', before: null, after: { city: 'none' } };
  expect(spreadChanges([review, roles, first])).toEqual([
    { pointer: '/review/city', before: 'none', after: 'second-person' },
    roles,
    first,
  ]);
});
