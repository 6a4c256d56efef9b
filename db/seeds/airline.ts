import { entitySeed } from './entity-seed.ts';
import { localesOf } from './records.ts';
import { readTsv } from './tsv.ts';

const airlines = readTsv(
  'airlines',
  ['code', 'name', 'zh', 'type', 'country'],
  ['icaoCode', 'iataAccountingCode', 'callsign', 'website'],
);

export const airline = entitySeed(
  `${airlines.length} airlines`,
  { key: 'airline', references: { country: 'country' } },
  () => airlines.map(({ zh, ...rest }) => ({ fields: { ...rest, locales: localesOf(zh, rest.name) } })),
);
