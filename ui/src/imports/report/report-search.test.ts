import { expect, it } from 'vitest';
import { parseReportSearch } from './report-search.ts';

it('parses serialised URL parameters', () => {
  const search = {
    state: 'refused',
    outcome: 'kept',
    rule: 'required',
    code: 'PE',
    incomplete: true,
    corrected: true,
    row: 7,
  };
  expect(parseReportSearch(JSON.parse(JSON.stringify(search)))).toEqual(search);
});

it('drops unknown and malformed parameters', () => {
  expect(
    parseReportSearch({ state: 'odd', outcome: 1, rule: '{', code: '', incomplete: 'no', row: -1, more: 1 }),
  ).toEqual({});
  expect(parseReportSearch({})).toEqual({});
});
