import { insertRecords } from './insert-records.ts';
import { localesOf } from './records.ts';
import type { Seed } from './seed.ts';
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

export const protocol: Seed = {
  name: `${protocols.length} protocols`,
  async run(trx) {
    const records = protocols.map(({ zh, countries, ...rest }) => ({
      fields: { ...rest, countries: countries?.split(' ') ?? [], locales: localesOf(zh, rest.name) },
    }));
    await insertRecords(trx, kind, records);
  },
};
