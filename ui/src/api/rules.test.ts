import { describe, expect, it } from 'vitest';
import { type FieldRule, rules } from './metadata.gen.ts';
import { findRuleErrors, isLess, RULE_CHECKS } from './rules.ts';

const latitude = { 'zh-CN': '纬度', en: 'the latitude' };
const buy = { 'zh-CN': '买入价', en: 'the buying rate' };
const START_DATE = { 'zh-CN': '生效日期', en: 'the start date' };

const findErrors = (rule: FieldRule, body: object, language: 'zh-CN' | 'en') =>
  findRuleErrors('Bulk', body, language, [rule]).map(({ pointer, message }) => [pointer, message]);

describe.each<[string, FieldRule, object, string, string, object[]]>([
  [
    'together',
    { rule: 'together', at: 'longitude', fields: ['latitude'], other: latitude },
    { latitude: 39.5, longitude: null },
    '须与纬度一并填写',
    'Must be entered together with the latitude',
    [{}, { latitude: null, longitude: '' }, { latitude: 0, longitude: 0 }, { longitude: 1 }],
  ],
  [
    'oneNeeded',
    { rule: 'oneNeeded', at: 'middle', fields: ['buy', 'sell'], other: buy },
    { buy: null, sell: '' },
    '这项与买入价至少填一项',
    'Enter this or the buying rate',
    [{ sell: '7' }, { middle: '7' }],
  ],
  [
    'different',
    { rule: 'different', at: 'quote', fields: ['base'], other: buy },
    { base: 'USD', quote: 'USD' },
    '不能与买入价相同',
    'Must differ from the buying rate',
    [{ base: 'USD', quote: 'CNY' }, { base: null, quote: null }, {}],
  ],
  [
    'notBefore',
    { rule: 'notBefore', at: 'validTo', fields: ['validFrom'], other: START_DATE },
    { validFrom: '2026-11-20', validTo: '2026-02-28' },
    '不能早于生效日期',
    'Must not be before the start date',
    [{ validFrom: '2026-11-20', validTo: '2026-11-20' }, { validTo: '2026-11-20' }, { validFrom: '2026-11-20' }],
  ],
  [
    'notBelow',
    { rule: 'notBelow', at: 'sell', fields: ['buy'], other: buy },
    { buy: '10.5', sell: '9.6' },
    '不能低于买入价',
    'Must not be below the buying rate',
    [{ buy: '7.10', sell: '7.1' }, { buy: '7', sell: '' }, { sell: '7' }],
  ],
  [
    'notNullIsland',
    { rule: 'notNullIsland', at: 'latitude', fields: ['longitude'] },
    { latitude: 0, longitude: 0 },
    '纬度和经度不能都是 0',
    'Latitude and longitude cannot both be 0',
    [{ latitude: 0, longitude: 6.7 }, { latitude: 0, longitude: null }, {}],
  ],
  [
    'chinaOnly',
    { rule: 'chinaOnly', at: 'cnCode', fields: ['country'] },
    { cnCode: '110100', country: 'JP' },
    '只用于中国大陆的城市',
    'Only for cities in mainland China',
    [
      { cnCode: '110100', country: 'CN' },
      { cnCode: '110100', country: null },
      { cnCode: null, country: 'JP' },
    ],
  ],
])('%s', (_name, rule, body, zh, en, validBodies) => {
  it('is reported at its field in both languages', () => {
    expect(findErrors(rule, body, 'zh-CN')).toEqual([[`/${rule.at}`, zh]]);
    expect(findErrors(rule, body, 'en')).toEqual([[`/${rule.at}`, en]]);
  });

  it.each(validBodies.map((one) => [JSON.stringify(one), one] as const))('accepts %s', (_text, one) => {
    expect(findErrors(rule, one, 'zh-CN')).toEqual([]);
  });
});

describe('decimals', () => {
  it.each([
    ['9', '10', true],
    ['10', '9', false],
    ['0.1', '0.10', false],
    ['0.1000000001', '0.1000000002', true],
    ['9007199254740992', '9007199254740993', true],
    ['07.1', '7.1', false],
  ])('%s is less than %s: %s', (a, b, less) => {
    expect(isLess(a, b)).toBe(less);
  });
});

it('implements every rule that the contract uses', () => {
  const usedRules = Object.values(rules).flatMap((of) => of?.map(({ rule }) => rule) ?? []);
  expect(usedRules.filter((rule) => !RULE_CHECKS[rule])).toEqual([]);
});
