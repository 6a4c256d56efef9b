import { describe, expect, test } from 'vitest';
import { airport } from '../../entities/airport.ts';
import { trainStation } from '../../entities/train-station.ts';
import { mergeParsedRecord, parseRawRecord } from './parse-raw-record.ts';

const toRawRecord = (values: Record<string, string>) => ({ values, sourceColumns: {} });
const parseAndMerge = (current: object, values: Record<string, string>) =>
  mergeParsedRecord(airport, { ...current }, parseRawRecord(airport, toRawRecord(values)));

const rome = {
  code: 'ROM',
  name: 'Rome',
  latitude: 41.9,
  locales: { 'zh-CN': { name: '罗马' }, en: { name: 'Rome', aliases: ['Roma'] }, it: { name: 'Roma', aliases: [] } },
};

describe('merging into an existing record', () => {
  test('keeps fields that the file lacks and clears those that are empty in it', () => {
    expect(parseAndMerge(rome, { code: 'ROM', latitude: '' })).toMatchObject({ ...rome, latitude: null });
  });

  test('changes names by language and keeps the other languages', () => {
    const { locales } = parseAndMerge(rome, { 'name[zh-CN]': '罗马市', 'aliases[en]': '', 'name[fr]': 'Rome' });
    expect(locales).toEqual({
      'zh-CN': { name: '罗马市' },
      en: { name: 'Rome' },
      it: { name: 'Roma', aliases: [] },
      fr: { name: 'Rome' },
    });
  });

  test('removes a language without a name and keeps an empty list of aliases', () => {
    const { locales } = parseAndMerge(rome, {
      'name[en]': '',
      'aliases[en]': '',
      'name[it]': 'Roma',
      'aliases[it]': '',
    });
    expect(locales).toEqual({ 'zh-CN': { name: '罗马' }, it: { name: 'Roma', aliases: [] } });
  });

  test('keeps aliases without a name, for the contract to refuse', () => {
    expect(parseAndMerge(rome, { 'name[en]': '' }).locales).toMatchObject({ en: { aliases: ['Roma'] } });
  });

  test('replaces all names by a JSON cell, except for those in columns of their own', () => {
    const allNames = JSON.stringify({ en: { name: 'Rome' }, fr: { name: 'Rome' } });
    expect(parseAndMerge(rome, { locales: allNames, 'name[fr]': 'Roma' }).locales).toEqual({
      en: { name: 'Rome' },
      fr: { name: 'Roma' },
    });
  });

  test('ignores a difference in line ends only', () => {
    const before = { ...rome, pinyin: 'a\r\nb\rc' };
    expect(parseAndMerge(before, { pinyin: 'a\nb\nc' }).pinyin).toBe(before.pinyin);
    expect(parseAndMerge(before, { pinyin: 'a\nb\nd' }).pinyin).toBe('a\nb\nd');
  });

  test('does not modify the record', () => {
    const before = structuredClone(rome);
    parseAndMerge(rome, { 'name[en]': 'X' });
    expect(rome).toEqual(before);
  });
});

describe('creating a record', () => {
  const parseNew = (values: Record<string, string>) =>
    mergeParsedRecord(trainStation, undefined, parseRawRecord(trainStation, toRawRecord(values)));

  test('contains only the fields that the file has', () => {
    expect(parseNew({ telegraphCode: 'VAP', 'name[zh-CN]': '北京北', 'aliases[zh-CN]': '' })).toEqual({
      telegraphCode: 'VAP',
      locales: { 'zh-CN': { name: '北京北' } },
    });
  });

  test('leaves out objects without values', () => {
    expect(parseNew({ 'verification.state': '', 'verification.note': '', 'name[en]': '' })).toEqual({});
  });
});

test('reports a cell that cannot be parsed with its column and leaves it out', () => {
  const rawRecord = { values: { latitude: '1,5', longitude: '2' }, sourceColumns: { latitude: [3], longitude: [4] } };
  expect(parseRawRecord(airport, rawRecord)).toEqual({
    body: { longitude: 2 },
    parts: {},
    problems: [{ column: 3, pointer: '/latitude', rule: 'notNumber', parameters: { value: '1,5' } }],
  });
});
