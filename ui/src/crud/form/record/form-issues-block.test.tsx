import { expect, it } from 'vitest';
import { findFormIssues } from './form-issues-block.tsx';

const input = { entity: 'airport', schema: 'AirportWrite', warnings: [], changes: [] } as const;

it('separates the fields missing to save from those only missing to approve', () => {
  const values = { code: 'PKX', name: ' ', country: 'CN', latitude: 0, longitude: null };
  expect(findFormIssues({ ...input, values })).toEqual({
    missingToSave: ['/name'],
    missingForApproval: ['/city', '/longitude', '/timezone'],
    warnings: [],
  });
});

it.each([
  [{ code: 'EUR-CNY' }, ['/middle']],
  [{ code: 'EUR-CNY', cashSell: '7.1' }, []],
  [{ code: 'EUR-CNY', middle: '7.1' }, []],
])('names with %j one field of those one of which is needed: %j', (values, missing) => {
  const { missingToSave } = findFormIssues({ ...input, entity: 'rate_board', schema: 'RateWrite', values });
  expect(missingToSave.filter((pointer) => /middle|buy|sell/i.test(pointer))).toEqual(missing);
});

const warnings = [
  { pointer: '/name', rule: 'notIso3166' },
  { pointer: '/latitude', rule: 'outsideCountry' },
  { pointer: '/timezone', rule: 'timeZoneElsewhere' },
] as const;

it('drops warnings of fields with unsaved changes', () => {
  expect(findFormIssues({ ...input, values: {}, warnings, changes: ['/name'] }).warnings).toEqual([
    warnings[1],
    warnings[2],
  ]);
});

it('drops warnings of the place once any part of it has changed', () => {
  for (const change of ['/country', '/city', '/latitude', '/longitude', '/timezone'])
    expect(findFormIssues({ ...input, values: {}, warnings, changes: [change] }).warnings).toEqual([warnings[0]]);
});
