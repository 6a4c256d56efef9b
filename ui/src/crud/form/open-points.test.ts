import { expect, it } from 'vitest';
import { openPoints } from './open-points.ts';

const given = { kind: 'airport', schema: 'AirportWrite', warnings: [], changes: [] } as const;

it('tells what saving needs, and of what approval needs only the rest', () => {
  const values = { code: 'PKX', name: ' ', country: 'CN', latitude: 0, longitude: null };
  expect(openPoints({ ...given, values })).toEqual({
    toSave: ['/name'],
    toApprove: ['/city', '/longitude', '/timezone'],
    odd: [],
  });
});

it('says nothing odd of what has been changed since', () => {
  const warnings = [
    { pointer: '/latitude', rule: 'outsideCountry' },
    { pointer: '/timezone', rule: 'timeZoneElsewhere' },
  ] as const;
  expect(openPoints({ ...given, values: {}, warnings, changes: ['/latitude'] }).odd).toEqual([warnings[1]]);
});
