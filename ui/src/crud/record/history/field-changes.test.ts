import { expect, it } from 'vitest';
import { changesSince, splitObjectChanges } from './field-changes.ts';

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

it('compares what an item becomes with what was seen of it, and the record below a proposal', () => {
  const record = { id: 7, version: 3, symbol: '¥', currency: 'JPY' };
  const proposal = (symbol: string) => ({ proposal: { after: { symbol, currency: 'JPY' } } });
  const seen = { record, openProposal: proposal('L') };
  const edited = changesSince(seen, { record, openProposal: proposal('LI') });
  expect(edited).toEqual([{ pointer: '/symbol', before: 'L', after: 'LI' }]);
  // the proposal still hides the change, and no longer fits the record
  const below = changesSince(seen, { ...seen, record: { ...record, version: 4, symbol: '円' } });
  expect(below).toEqual([{ pointer: '/symbol', before: '¥', after: '円' }]);
  expect(changesSince(seen, { ...seen, record: { ...record, version: 5 } })).toEqual([]);
});
