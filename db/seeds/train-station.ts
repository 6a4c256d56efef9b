import { entitySeed } from './entity-seed.ts';
import { localesOf } from './records.ts';
import { readTsv } from './tsv.ts';

const stations = readTsv(
  'train-stations',
  ['telegraphCode', 'name', 'zh', 'pinyin', 'pinyinInitials', 'city', 'latitude', 'longitude', 'timezone'],
  ['address', 'airports', 'openingHours'],
);

const kind = {
  key: 'train_station',
  references: { city: 'city' },
  lists: { airports: { kind: 'airport', member: 'airport' } },
};

export const trainStation = entitySeed(`${stations.length} train stations`, kind, () =>
  stations.map(({ zh, latitude, longitude, airports, openingHours, ...rest }) => ({
    fields: {
      code: rest.telegraphCode,
      ...rest,
      latitude: Number(latitude),
      longitude: Number(longitude),
      airports: airports?.split(' ').map(nearbyAirport) ?? [],
      openingHours: JSON.parse(openingHours ?? '[]'),
      verification: { state: 'unverified', note: null, evidence: null, by: null, at: null },
      locales: localesOf(zh, rest.name),
    },
  })),
);

function nearbyAirport(text: string) {
  const [airport, distance] = text.split(':');
  return { airport, distance: distance ? Number(distance) : null };
}
