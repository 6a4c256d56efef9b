import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/i18n.ts';
import { learnLabels } from './labels.ts';
import { plainText, pointerText, referenceAt, valueParts, valueText } from './value-text.ts';

// the texts write their language on the page
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('core', 'frame'));

beforeAll(() =>
  learnLabels({
    country: { CN: { name: 'China', 'zh-CN': '中国' }, JP: { name: 'Japan', 'zh-CN': '日本' } },
    airport: { PEK: { name: 'Capital', 'zh-CN': '首都机场' } },
  }),
);

describe('a value in words', () => {
  it('is a referred record’s name and code, the code alone where the name is unknown', () => {
    expect(valueText('CityWrite', '/country', 'CN')).toBe('中国 CN');
    expect(valueText('CityWrite', '/country', 'FR')).toBe('FR');
    expect(valueText('ProtocolWrite', '/countries', ['CN', 'JP'])).toBe('中国 CN、日本 JP');
  });

  it('is not taken for a code where the field is none', () => {
    expect(valueText('CityWrite', '/name', 'CN')).toBe('CN');
    expect(referenceAt('ProtocolWrite', '/countries/12')).toBe('country');
    expect(referenceAt('TrainStationWrite', '/airports/0/airport')).toBe('airport');
    expect(referenceAt('CityWrite', '/code')).toBeUndefined();
  });

  it('of a setting has the unit and the name that the contract gives it', () => {
    expect(valueText('Settings', '/sessionHours', 12)).toBe('12 小时');
    expect(pointerText('/sessionHours')).toBe('登录有效期');
    expect(pointerText('/review/train_station')).toBe('审核 火车站');
    expect(valueText('Settings', '/review/train_station', 'second-person')).toBe('由另一人审核');
  });

  it('has the names of the contract’s values', () => {
    expect(valueText('AirlineWrite', '/type', 'LCC')).toBe('低成本');
    expect(valueText('ProtocolWrite', '/type', 'rail')).toBe('铁路');
    expect(valueText('EurailStationWrite', '/isMain', false)).toBe('否');
    expect(plainText('currency', 'CNY')).toBe('人民币');
    expect(plainText('order', 0)).toBe('0');
  });

  it('is readable for what has parts, and never JSON', () => {
    const airports = [{ airport: 'PEK', distance: 25.5 }, { airport: 'PKX' }];
    expect(valueText('TrainStationWrite', '/airports', airports)).toBe('首都机场 PEK 25.5 km；PKX');
    const codes = [{ operator: 'DB', code: '8000105' }];
    expect(valueText('EurailStationWrite', '/operatorCodes', codes)).toBe('DB 8000105');
    const verification = { state: 'verified', note: '已电话核实', evidence: null, at: '2026-11-20T06:32:10.000Z' };
    expect(valueText('TrainStationWrite', '/verification', verification)).toBe(
      '已核验 已电话核实 2026-11-20 06:32:10 UTC',
    );
    expect(valueText('CityWrite', '/locales/en', { name: 'Beijing', aliases: ['Peking'] })).toBe('Beijing / Peking');
  });

  it('tells weekly hours by spans of days', () => {
    const hours = [
      { days: ['MO', 'TU', 'WE', 'TH', 'FR'], opens: '06:00', closes: '22:00' },
      { days: ['SU', 'SA'], opens: '20:00', closes: '02:00' },
    ];
    expect(valueText('TrainStationWrite', '/openingHours', hours)).toBe(
      '周一至周五 06:00–22:00；周六、周日 20:00–次日 02:00',
    );
    const always = [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], opens: '00:00', closes: '24:00' }];
    expect(valueText('TrainStationWrite', '/openingHours', always)).toBe('每天 全天');
  });

  it('parts a list into its items, and leaves anything else whole', () => {
    const airports = [
      { airport: 'PKX', distance: 41 },
      { airport: 'TSN', distance: 100 },
    ];
    expect(valueParts('TrainStationWrite', '/airports', airports)).toEqual(['PKX 41 km', 'TSN 100 km']);
    expect(valueParts('TrainStationWrite', '/airports', [])).toEqual([]);
    expect(valueParts('CityWrite', '/name', 'Beijing')).toBe('Beijing');
    expect(valueParts('CityWrite', '/name', null)).toBe('');
  });
});

it('names the place of a value, counting from one', () => {
  expect(pointerText('/verification/note')).toBe('核验 备注');
  expect(pointerText('/airports/0/distance')).toBe('附近机场 1 距离');
  expect(pointerText('/locales/zh-CN')).toBe('名称 zh-CN');
});
