import { beforeAll, describe, expect, it, vi } from 'vitest';
import { settings } from '#api/metadata.gen.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { cacheLabels } from './record-name-cache.ts';
import { withCode } from './record-names.ts';
import {
  labelIn,
  nameSettings,
  pointerLabel,
  referencedEntity,
  scalarText,
  valueParts,
  valueText,
} from './value-text.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('core', 'frame'));
beforeAll(() => nameSettings(settings));

beforeAll(() =>
  cacheLabels({
    country: { CN: { name: 'China', 'zh-CN': '中国' }, JP: { name: 'Japan', 'zh-CN': '日本' } },
    airport: { PEK: { name: 'Capital', 'zh-CN': '首都机场' }, DXB: { name: 'دبي' } },
  }),
);

describe('valueText', () => {
  it('shows the name and code of a referenced record, or only the code if the name is unknown', () => {
    expect(valueText('CityWrite', '/country', 'CN')).toBe('中国 CN');
    expect(valueText('CityWrite', '/country', 'FR')).toBe('FR');
    expect(valueText('ProtocolWrite', '/countries', ['CN', 'JP'])).toBe('中国 CN、日本 JP');
  });

  it('isolates a name from right to left from its code', () => {
    expect(valueText('TrainStationWrite', '/airports/0/airport', 'DXB')).toBe('\u2068دبي\u2069 DXB');
    expect(withCode('DXB', 'دبي')).toBe('DXB \u2068دبي\u2069');
    expect(withCode('PEK', '北京')).toBe('PEK 北京');
  });

  it('shortens a long title for a message', () => {
    expect(withCode('PEK', '京'.repeat(60))).toBe(`PEK ${'京'.repeat(60)}`);
    expect(withCode('PEK', '京'.repeat(61))).toBe(`PEK ${'京'.repeat(60)}…`);
    expect(withCode(null, '京'.repeat(61))).toBe(`${'京'.repeat(60)}…`);
  });

  it('does not treat values of other fields as codes', () => {
    expect(valueText('CityWrite', '/name', 'CN')).toBe('CN');
    expect(referencedEntity('ProtocolWrite', '/countries/12')).toBe('country');
    expect(referencedEntity('TrainStationWrite', '/airports/0/airport')).toBe('airport');
    expect(referencedEntity('CityWrite', '/code')).toBeUndefined();
  });

  it('shows a setting with the unit and name from the contract', () => {
    expect(valueText('Settings', '/sessionHours', 12)).toBe('12 小时');
    expect(pointerLabel('/sessionHours')).toBe('登录有效期');
    expect(pointerLabel('/review/train_station')).toBe('审核 火车站');
    expect(valueText('Settings', '/review/train_station', 'second-person')).toBe('由另一人审核');
  });

  it('shows the names of enum values', () => {
    expect(valueText('AirlineWrite', '/type', 'LCC')).toBe('低成本');
    expect(valueText('ProtocolWrite', '/type', 'rail')).toBe('铁路');
    expect(valueText('EurailStationWrite', '/isMain', false)).toBe('否');
    expect(scalarText('currency', 'CNY')).toBe('人民币');
    expect(scalarText('order', 0)).toBe('0');
  });

  it('shows nested objects and lists as readable text', () => {
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

  it('groups weekly hours by consecutive days', () => {
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

  it('splits a list into the texts of its items', () => {
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

it('labels nested values, with list positions starting at one', () => {
  expect(pointerLabel('/verification/note')).toBe('核验备注');
  expect(pointerLabel('/airports/0/distance')).toBe('附近机场 1 距离');
  expect(pointerLabel('/locales/zh-CN')).toBe('名称（简体中文）');
  expect(pointerLabel('/locales/en/aliases/0')).toBe('别名（英语）');
});

it('calls the same field of persons and of roles by their own terms', () => {
  expect(labelIn('UserBody', '/displayName')).toBe('姓名');
  expect(labelIn('RoleBody', '/displayName')).toBe('显示名称');
  expect(labelIn('CityWrite', '/locales/fr')).toBe(pointerLabel('/locales/fr'));
});
