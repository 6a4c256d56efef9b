import { expect, it } from 'vitest';
import { splitObjectChanges } from './field-changes.ts';

it('splits changes between two objects and keeps all others whole', () => {
  const review = {
    pointer: '/review',
    before: { city: 'none', cabin: 'none' },
    after: { city: 'second-person', cabin: 'none' },
  };
  const roles = { pointer: '/roles', before: ['viewer'], after: ['editor'] };
  const newReview = { pointer: '/review', before: null, after: { city: 'none' } };
  expect(splitObjectChanges([review, roles, newReview])).toEqual([
    { pointer: '/review/city', before: 'none', after: 'second-person' },
    roles,
    newReview,
  ]);
});
