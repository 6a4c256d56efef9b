import { entitySeed } from './entity-seed.ts';
import { localesOf } from './records.ts';
import { readTsv } from './tsv.ts';

const protocols = readTsv(
  'protocols',
  ['code', 'name', 'zh', 'supplier', 'type', 'validFrom', 'validTo'],
  ['airline', 'countries', 'currency', 'terms', 'contact'],
);

const kind = {
  key: 'protocol',
  references: { airline: 'airline' },
  lists: { countries: { kind: 'country' } },
};

export const protocol = entitySeed(`${protocols.length} protocols`, kind, () =>
  protocols.map(({ zh, countries, ...rest }) => ({
    fields: { ...rest, countries: countries?.split(' ') ?? [], locales: localesOf(zh, rest.name) },
  })),
);
