import { expect, it } from 'vitest';
import { findFormIssues } from './form-issues.ts';

const input = { entity: 'airport', schema: 'AirportWrite', warnings: [], changes: [] } as const;

it('separates the fields missing to save from those only missing to approve', () => {
  const values = { code: 'PKX', name: ' ', country: 'CN', latitude: 0, longitude: null };
  expect(findFormIssues({ ...input, values })).toEqual({
    missingToSave: ['/name'],
    missingForApproval: ['/city', '/longitude', '/timezone'],
    warnings: [],
  });
});

it('drops warnings of fields with unsaved changes', () => {
  const warnings = [
    { pointer: '/latitude', rule: 'outsideCountry' },
    { pointer: '/timezone', rule: 'timeZoneElsewhere' },
  ] as const;
  expect(findFormIssues({ ...input, values: {}, warnings, changes: ['/latitude'] }).warnings).toEqual([warnings[1]]);
});
