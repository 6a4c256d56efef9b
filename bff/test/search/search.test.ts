import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let viewer: Client;

beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  await createCountryClient(service).createPending({
    code: 'QQ',
    name: 'Emoji 🗺️ Land 100% "quoted" o\'clock',
    locales: { ja: { name: 'テスト国', aliases: ['Ünïcödé'] }, th: { name: 'ประเทศไทย' }, 'zh-CN': { name: '𠮷林' } },
  });
});
afterAll(() => service.stop());

const findCodes = async (q: string) =>
  (await viewer.ok('listCountries', { query: { q, pageSize: 100 } })).items.map(({ code }) => code);

describe('finds', () => {
  test.each([
    ['a code', 'CN', 'CN'],
    ['a code in lower case', 'cn', 'CN'],
    ['a code of three letters', 'chn', 'CN'],
    ['an English name', 'China', 'CN'],
    ['the beginning of an English name', 'germ', 'DE'],
    ['a later word of a name', 'zealand', 'NZ'],
    ['several words in any order', 'kingdom united', 'GB'],
    ['a short word together with a long one', 'new zeal', 'NZ'],
    ['a code together with a Chinese name', 'cn 中国', 'CN'],
    ['a Chinese name', '中国', 'CN'],
    ['the beginning of a Chinese name', '阿根', 'AR'],
    ['a middle part of a Chinese name', '根廷', 'AR'],
    ['one Chinese character', '廷', 'AR'],
    ['pinyin', 'zhongguo', 'CN'],
    ['the beginning of pinyin', 'zhongg', 'CN'],
    ['pinyin from a later syllable', 'genting', 'AR'],
    ['initials', 'agt', 'AR'],
    ['a name without its diacritics', 'reunion', 'RE'],
    ['a name with its diacritics', 'Réunion', 'RE'],
    ['a name with other diacritics', 'Cöte', 'CI'],
    ['full-width letters', 'ＣＮ', 'CN'],
    ['a name next to an emoji', 'emoji', 'QQ'],
    ['an emoji between words', 'emoji 🗺️ land', 'QQ'],
    ['katakana', 'テスト', 'QQ'],
    ['an alias', 'unicode', 'QQ'],
    ['Thai', 'ไทย', 'QQ'],
    ['a character beyond the basic plane', '𠮷林', 'QQ'],
    ['an apostrophe', "o'clock", 'QQ'],
    ['a name between spaces', '  china  ', 'CN'],
  ])('by %s: %s', async (_, q, code) => {
    expect(await findCodes(q)).toContain(code);
    const { items } = await viewer.ok('searchRecords', { query: { q, limit: 50 } });
    expect(items.map((item) => item.code)).toContain(code);
  });

  test('the best match first', async () => {
    expect((await findCodes('in'))[0]).toBe('IN');
    expect((await findCodes('china'))[0]).toBe('CN');
    expect((await findCodes('guinea'))[0]).toBe('GN');
    // The initials zg are at the beginning of 中国, but near the end of 阿拉伯联合酋长国.
    expect((await findCodes('zg'))[0]).toBe('CN');
    const { items } = await viewer.ok('searchRecords', { query: { q: 'in' } });
    expect(items[0]?.code).toBe('IN');
  });

  test('only records that match every word', async () => {
    expect(await findCodes('china zealand')).toEqual([]);
    for (const q of ['ch zealand', 'ew zealand', 'de 中国']) expect(await findCodes(q)).toEqual([]);
    const { items } = await viewer.ok('listCountries', { query: { name: 'nz zealand' } });
    expect(items).toEqual([]);
    expect(await findCodes('国中')).toEqual([]);
  });
});

describe('accepts any text', () => {
  test.each([
    '%',
    '_',
    '*',
    '"',
    "'",
    '\\',
    '+',
    '-',
    '<',
    '>',
    '~',
    '@',
    '(',
    ')',
    '+-',
    '((',
    '""',
    '*china',
    '+(china',
    '-china',
    'china*',
    '"china',
    'china"',
    '@4',
    '🗺️',
    '\u0000',
    'ch\u0000ina',
    '?',
    ':name',
    '??',
    '$1',
    '{}',
    ';',
    "' or '1'='1",
    "'; drop table country; --",
    '/* */',
    '1=1',
    'a'.repeat(100),
    '中'.repeat(100),
    'https://x.y/z?a=b',
    'de',
    'the',
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    '​',
    '\u202e',
    '𠮷',
    'ﷺ',
    'İ',
    'ß',
  ])('%s', async (q) => {
    for (const query of [{ q }, { name: q }]) {
      const reply = await viewer.call('listCountries', { query });
      expect(reply).toMatchObject({ status: 200 });
    }
    expect((await viewer.call('searchRecords', { query: { q } })).status).toBe(200);
  });

  test('but no more than a hundred characters', async () => {
    const { fields } = await viewer.expectRefusal(
      'searchRecords',
      { query: { q: 'x'.repeat(101) } },
      'validationError',
    );
    expect(fields).toEqual([{ pointer: '/query/q', rule: 'maxLength', message: '最多 100 个字符' }]);
    await viewer.expectRefusal('listCountries', { query: { q: 'x'.repeat(9000) } }, 'validationError');
    await viewer.expectRefusal('searchRecords', { query: { q: '' } }, 'validationError');
  });

  test('words without letters find nothing', async () => {
    for (const q of ['%', '*', '"', '🗺️']) expect(await findCodes(q)).toEqual([]);
  });
});
