import { oneEach } from './draft.ts';
import { chineseName, openTravelData } from './opentraveldata.ts';
import { firstOf, made } from './parts.ts';
import type { Preset, Row } from './preset.ts';
import { hasColumns } from './recognise.ts';

// written as a number, 0 for none
const accountingCode = (number: string) => (/^0*$/.test(number) ? '' : number.padStart(3, '0'));

/** Flights a year, and of airlines without any rather not the cargo one: Lufthansa Cargo flies under the code of Lufthansa. */
const weight = (row: Row) => 2 * (Number(row.get('flt_freq')) || 0) + (row.get('type') === 'C' ? 0 : 1);

export const optdAirlines: Preset = {
  key: 'optd-airlines',
  entity: 'airline',
  label: { 'zh-CN': 'OpenTravelData 航空公司', en: 'OpenTravelData airlines' },
  ...openTravelData,
  recognises: hasColumns('pk', 'env_id', 'validity_to', '3char_code', '2char_code', 'num_code', 'alliance_code'),
  weight,
  records: oneEach({
    values: {
      code: '2char_code',
      name: firstOf('name', 'name2'),
      icaoCode: '3char_code',
      iataAccountingCode: made(['num_code'], accountingCode),
      'name[zh-CN]': made(['alt_names'], chineseName),
    },
    onlyIfEmpty: ['name[zh-CN]'],
    refusals: [
      // booking systems, railways and alliances have designators, too
      { rule: 'noRecord', columns: ['pk'], when: (pk) => !pk.startsWith('air-') },
      { rule: 'notCurrent', columns: ['validity_to'], when: (end) => end !== '' },
      { rule: 'notCurrent', columns: ['env_id'], when: (envelope) => envelope !== '' },
    ],
  }),
};
