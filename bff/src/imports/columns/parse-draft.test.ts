import { describe, expect, test } from 'vitest';
import { airport } from '../../entities/airport.ts';
import { trainStation } from '../../entities/train-station.ts';
import { mergeParsed, parseDraft } from './parse-draft.ts';

const given = (values: Record<string, string>) => ({ values, from: {} });
const merged = (current: object, values: Record<string, string>) =>
  mergeParsed(airport, { ...current }, parseDraft(airport, given(values)));

const rome = {
  code: 'ROM',
  name: 'Rome',
  latitude: 41.9,
  locales: { 'zh-CN': { name: '罗马' }, en: { name: 'Rome', aliases: ['Roma'] }, it: { name: 'Roma', aliases: [] } },
};

describe('of a record that is there', () => {
  test('what the file does not give stays, what is empty in it goes', () => {
    expect(merged(rome, { code: 'ROM', latitude: '' })).toMatchObject({ ...rome, latitude: null });
  });

  test('names change by language, the others stay', () => {
    const { locales } = merged(rome, { 'name[zh-CN]': '罗马市', 'aliases[en]': '', 'name[fr]': 'Rome' });
    expect(locales).toEqual({
      ...{ 'zh-CN': { name: '罗马市' }, en: { name: 'Rome' }, it: { name: 'Roma', aliases: [] }, fr: { name: 'Rome' } },
    });
  });

  test('a language without any name left is gone, an empty list stays one', () => {
    const { locales } = merged(rome, { 'name[en]': '', 'aliases[en]': '', 'name[it]': 'Roma', 'aliases[it]': '' });
    expect(locales).toEqual({ 'zh-CN': { name: '罗马' }, it: { name: 'Roma', aliases: [] } });
  });

  test('aliases whose name is gone are left to the contract to refuse', () => {
    expect(merged(rome, { 'name[en]': '' }).locales).toMatchObject({ en: { aliases: ['Roma'] } });
  });

  test('names as a whole replace all, single ones go before them', () => {
    const whole = JSON.stringify({ en: { name: 'Rome' }, fr: { name: 'Rome' } });
    expect(merged(rome, { locales: whole, 'name[fr]': 'Roma' }).locales).toEqual({
      ...{ en: { name: 'Rome' }, fr: { name: 'Roma' } },
    });
  });

  test('lines that end otherwise are the same lines', () => {
    const before = { ...rome, pinyin: 'a\r\nb\rc' };
    expect(merged(before, { pinyin: 'a\nb\nc' }).pinyin).toBe(before.pinyin);
    expect(merged(before, { pinyin: 'a\nb\nd' }).pinyin).toBe('a\nb\nd');
  });

  test('the record itself is not written to', () => {
    const before = structuredClone(rome);
    merged(rome, { 'name[en]': 'X' });
    expect(rome).toEqual(before);
  });
});

describe('of one that comes into being', () => {
  const fresh = (values: Record<string, string>) =>
    mergeParsed(trainStation, undefined, parseDraft(trainStation, given(values)));

  test('only what the file gives is there', () => {
    expect(fresh({ telegraphCode: 'VAP', 'name[zh-CN]': '北京北', 'aliases[zh-CN]': '' })).toEqual({
      ...{ telegraphCode: 'VAP', locales: { 'zh-CN': { name: '北京北' } } },
    });
  });

  test('objects of nothing are not', () => {
    expect(fresh({ 'verification.state': '', 'verification.note': '', 'name[en]': '' })).toEqual({});
  });
});

test('a cell that holds no value is told with its column, and left out', () => {
  const draft = { values: { latitude: '1,5', longitude: '2' }, from: { latitude: [3], longitude: [4] } };
  expect(parseDraft(airport, draft)).toEqual({
    body: { longitude: 2 },
    parts: {},
    problems: [{ column: 3, pointer: '/latitude', rule: 'notNumber', parameters: { value: '1,5' } }],
  });
});
