import { expect, it } from 'vitest';
import { assignTarget } from './import-targets.ts';

const columns = [
  { name: 'ident', target: 'code', samples: [] },
  { name: 'title', target: 'name', samples: [] },
  { name: 'note', target: null, samples: [] },
];

it('assigns a target to a column and removes it from the previous one', () => {
  expect(assignTarget(columns, 2, 'code')).toEqual([null, 'name', 'code']);
  expect(assignTarget(columns, 1, null)).toEqual(['code', null, null]);
});

it('keeps ignored columns when it ignores another column', () => {
  expect(assignTarget(columns, 0, null)).toEqual([null, 'name', null]);
});
