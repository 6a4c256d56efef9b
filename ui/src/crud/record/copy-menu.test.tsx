import { expect, test } from 'vitest';
import { toTabSeparated } from './copy-menu.tsx';

test('cells are separated by tabs and have no line breaks, formulas or open quotes', () => {
  expect(
    toTabSeparated([
      ['Code', 'Name', 'Longitude'],
      ['XA', 'One\n\ttwo', '-12.5'],
      ['=1+1', '@SUM(A1)', '＋49 30'],
      ['"Old" town', '"=1+1"', '\u2068بيروت\u2069 BEY'],
    ]),
  ).toBe(
    "Code\tName\tLongitude\nXA\tOne two\t-12.5\n'=1+1\t'@SUM(A1)\t'＋49 30\n" + '"""Old"" town"\t"""=1+1"""\tبيروت BEY',
  );
});
