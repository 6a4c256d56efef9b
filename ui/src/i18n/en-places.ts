import type { Texts } from './zh.ts';

export const places: Pick<Texts, 'place' | 'station'> = {
  place: {
    title: 'Location',
    hint: 'Click the map, or drag the pin',
    notation: 'Notation of coordinates',
    decimal: 'Decimal',
    dms: 'DMS',
    map: 'Map',
    unreadable: 'Write 39.501289 or 39°30′04.6″N',
    byCoordinates: 'By coordinates: {{value}}',
    byName: 'By Chinese name: {{value}}',
    adopt: 'Use it',
  },
  station: {
    fromUic: 'From the UIC code',
    where: 'City and address',
    rail: 'Rail data',
    editRail: 'Edit rail data',
    addCode: 'Add a code',
    noCodes: 'No operator has a code of its own yet.',
    repeated: 'Repeats a row above',
  },
};
