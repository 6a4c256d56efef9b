import { oneEach } from './draft.ts';
import { made } from './parts.ts';
import type { Preset } from './preset.ts';
import { splitStations, stationsBegin } from './split-stations.ts';

// some names have spaces in them to make them as wide as others
const name = made(['name'], (cell) => cell.replace(/\s/g, ''));

// what has no names around it may be anything in these signs
const station = /@[^@|]{1,9}\|[^@|]{1,40}\|[A-Z]{3}\|/;

export const chinaRailwayStations: Preset = {
  key: '12306-stations',
  entity: 'train_station',
  label: { 'zh-CN': '12306 车站', en: '12306 stations' },
  source: 'https://kyfw.12306.cn/otn/resources/js/framework/station_name.js',
  licence: 'None stated',
  columns: [
    ...['abbreviation', 'name', 'telegraph_code', 'pinyin', 'initials', 'number'],
    ...['city_number', 'city', 'country_code', 'country', 'english_name'],
  ],
  recognises: ({ text }) => stationsBegin.test(text) && station.test(text),
  split: splitStations,
  records: oneEach({
    values: {
      telegraphCode: 'telegraph_code',
      name,
      'name[zh-CN]': name,
      pinyin: 'pinyin',
      pinyinInitials: 'initials',
      city: 'city',
    },
    // names in English and pinyin in words are better than these
    onlyIfEmpty: ['name', 'pinyin'],
    names: { city: 'city' },
  }),
};
