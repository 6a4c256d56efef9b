import { entitySeed } from './entity-seed.ts';
import { localesOf } from './records.ts';
import { readTsv } from './tsv.ts';

const stations = readTsv(
  'eu-stations',
  ['uicCode', 'name', 'zh', 'country', 'latitude', 'longitude', 'timezone', 'isMain'],
  ['eurailCode', 'city', 'address', 'parent', 'operatorCodes'],
);

const kind = {
  key: 'eurail_station',
  references: { city: 'city', country: 'country', parent: 'eurail_station' },
};

export const eurailStation = entitySeed(`${stations.length} European rail stations`, kind, () => {
  // A station goes in after its parent: foreign keys are checked row by row.
  const ordered = stations.toSorted((a, b) => Number(a.parent !== null) - Number(b.parent !== null));
  return ordered.map(({ zh, latitude, longitude, isMain, operatorCodes, ...rest }) => ({
    fields: {
      code: rest.uicCode,
      ...rest,
      latitude: Number(latitude),
      longitude: Number(longitude),
      isMain: isMain === 'true',
      operatorCodes: operatorCodes?.split(' ').map(operatorCode) ?? [],
      locales: localesOf(zh, rest.name),
    },
  }));
});

function operatorCode(text: string) {
  const [operator, code] = text.split(':');
  return { operator, code };
}
