import { expect, test } from 'vitest';
import { readOutcomes, readRawRecords } from './raw-records.ts';
import { splitSample } from './sample-sets.ts';

test('OpenFlights: -, N/A and \\N are empty, and inactive airlines are refused', () => {
  const cells = splitSample('openflights-airlines');
  expect(readOutcomes('openflights-airlines', cells)).toEqual([
    { code: 'Q9', name: 'Quill Air', icaoCode: 'QIL', callsign: 'QUILL', country: 'Namibia' },
    { name: 'Rook Airways' },
    { rule: 'notCurrent', columns: [7] },
  ]);
  expect(readRawRecords('openflights-airlines', cells)[1]?.sourceColumns.code).toEqual([3]);
});
