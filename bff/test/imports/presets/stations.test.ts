import { expect, test } from 'vitest';
import { readRawRecords } from './raw-records.ts';
import { splitSample } from './sample-sets.ts';

test('Trainline: codes and parents are UIC codes or Trainline ids, and operators come from their columns', () => {
  const [city, mainStation, westStation, duplicate] = readRawRecords(
    'trainline-stations',
    splitSample('trainline-stations'),
  );
  expect(city?.values).toEqual({
    code: 'TRAINLINE-1',
    name: 'Quellfeld',
    country: 'DE',
    latitude: '52.1',
    longitude: '13.2',
    timezone: 'Europe/Berlin',
    isMain: 'false',
  });
  const { operatorCodes, ...otherValues } = mainStation?.values ?? {};
  expect(otherValues).toEqual({
    code: '8099901',
    uicCode: '8099901',
    name: 'Quellfeld Hbf',
    country: 'DE',
    latitude: '52.1',
    longitude: '13.2',
    timezone: 'Europe/Berlin',
    parent: 'TRAINLINE-1',
    isMain: 'true',
    'name[zh-CN]': '鹅毛',
  });
  expect(JSON.parse(operatorCodes ?? '')).toEqual([
    { operator: 'SNCF', code: 'DEQQF' },
    { operator: 'TRENITALIA RTVT', code: 'S09901' },
    { operator: 'DB', code: '8099901' },
  ]);
  expect(mainStation?.sourceColumns).toMatchObject({ operatorCodes: [11, 12, 13], parent: [6], code: [3] });
  expect(mainStation?.onlyIfEmpty).toContain('isMain');
  expect(westStation?.values).toMatchObject({ code: 'TRAINLINE-3', parent: '8099901' });
  expect(westStation?.values).not.toHaveProperty('latitude');
  expect(duplicate?.refused).toEqual({ rule: 'noRecord', columns: [15] });
});

test('Trainline: a parent outside the file is still referenced, and an invalid boolean is left unchanged', () => {
  const [header = [], ...lines] = splitSample('trainline-stations');
  const line = lines[2]?.map((cell, index) => (header[index] === 'is_main_station' ? 'yes' : cell)) ?? [];
  const [rawRecord] = readRawRecords('trainline-stations', [header, line]);
  expect(rawRecord?.values).toMatchObject({ parent: 'TRAINLINE-2', isMain: 'yes' });
});

const station = ['emd', '鹅  毛　东', 'QQD', 'emaodong', 'emd', '1', '9901', '鹅毛', '', '', ''];

test('12306: spaces within names are removed, but those of English names and pinyin are not', () => {
  expect(readRawRecords('12306-stations', [station])).toMatchObject([
    {
      values: {
        telegraphCode: 'QQD',
        name: '鹅毛东',
        'name[zh-CN]': '鹅毛东',
        pinyin: 'emaodong',
        pinyinInitials: 'emd',
        city: '鹅毛',
      },
      onlyIfEmpty: ['name', 'pinyin'],
      names: { city: '鹅毛' },
    },
  ]);
});
