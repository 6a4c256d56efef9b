import { oneEach } from './draft.ts';
import { firstCode, openTravelData } from './opentraveldata.ts';
import { made } from './parts.ts';
import type { Preset } from './preset.ts';
import { hasColumns } from './recognise.ts';

// PEK-A-6301354: its code, type and number at GeoNames
const typeOf = (pk: string) => pk.split('-')[1] ?? '';

/** Which city an airport serves. It knows no names, so that it makes no new airports. */
export const optdBestKnown: Preset = {
  key: 'optd-best-known',
  entity: 'airport',
  label: { 'zh-CN': 'OpenTravelData 机场所在城市', en: 'OpenTravelData airports’ cities' },
  ...openTravelData,
  recognises: hasColumns('pk', 'iata_code', 'latitude', 'longitude', 'city_code', 'date_from'),
  records: oneEach({
    values: {
      code: 'iata_code',
      city: made(['city_code'], firstCode),
      latitude: 'latitude',
      longitude: 'longitude',
    },
    onlyIfEmpty: ['latitude', 'longitude'],
    refusals: [{ rule: 'noRecord', columns: ['pk'], when: (pk) => !/[AH]/.test(typeOf(pk)) }],
  }),
};
