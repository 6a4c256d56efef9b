import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bodies, errorTexts } from './metadata.gen.ts';
import { interpolate, ruleText } from './texts.ts';
import { fieldHint, loadValidate, toFieldErrors } from './validate.ts';
import { validators } from './validators.gen.ts';

const validate = await loadValidate('CountryWrite');
const COUNTRY = { code: 'QZ', name: 'Example' };

describe('validate', () => {
  it('is loaded once, and again after a failure', async () => {
    expect(loadValidate('CountryWrite')).toBe(loadValidate('CountryWrite'));
    // the cast: loading an unknown name fails as a missing file does
    const missingSchema = 'Nowhere' as Parameters<typeof loadValidate>[0];
    const first = loadValidate(missingSchema);
    await expect(first).rejects.toThrow();
    const second = loadValidate(missingSchema);
    expect(second).not.toBe(first);
    await expect(second).rejects.toThrow();
  });

  it('finds no error in a valid body with nullable fields', () => {
    expect(validate({ ...COUNTRY, alpha3Code: null, continent: null, symbol: null }, 'zh-CN')).toEqual([]);
  });

  it.each([
    ['a missing property, at its own pointer', { code: 'QZ' }, '/name', 'required', '必填'],
    ['an emptied one', { ...COUNTRY, name: '' }, '/name', 'required', '必填'],
    ['one set to null that must not be', { ...COUNTRY, name: null }, '/name', 'required', '必填'],
    ['an unknown one', { ...COUNTRY, color: 'red' }, '/color', 'additionalProperties', '未知的字段或参数'],
    ['a pattern, with its hint', { ...COUNTRY, code: 'Q' }, '/code', 'pattern', '须为 2 个字母'],
    ['a pattern behind oneOf null', { ...COUNTRY, alpha3Code: 'Q' }, '/alpha3Code', 'pattern', '须为 3 个字母'],
    ['an enum behind oneOf null', { ...COUNTRY, continent: 'XX' }, '/continent', 'enum', '不在可选范围内'],
    ['a limit', { ...COUNTRY, symbol: 'x'.repeat(17) }, '/symbol', 'maxLength', '最多 16 个字符'],
    ['a wrong type', { ...COUNTRY, symbol: 7 }, '/symbol', 'type', '类型不正确'],
    [
      'a wrong language tag, at the tag',
      { ...COUNTRY, locales: { zh_CN: { name: '示例' } } },
      '/locales/zh_CN',
      'propertyNames',
      '不是有效的语言标签',
    ],
    [
      'a nested pattern, with its hint',
      { ...COUNTRY, locales: { en: { name: ' x' } } },
      '/locales/en/name',
      'pattern',
      '须为单行文字，首尾不带空格',
    ],
    [
      'an item of a list',
      { ...COUNTRY, locales: { en: { name: 'x', aliases: ['ok', ' bad'] } } },
      '/locales/en/aliases/1',
      'pattern',
      '须为单行文字，首尾不带空格',
    ],
  ])('finds %s', (_what, body, pointer, rule, message) => {
    expect(validate(body, 'zh-CN')).toEqual([{ pointer, rule, message }]);
  });

  it('reports one error per field, also in English', () => {
    expect(validate({ code: '1', name: ' ', continent: 4 }, 'en')).toEqual([
      { pointer: '/code', rule: 'pattern', message: 'Must be 2 letters' },
      {
        pointer: '/name',
        rule: 'pattern',
        message: 'Must be one line of text without leading or trailing spaces',
      },
      { pointer: '/continent', rule: 'type', message: 'Wrong type' },
    ]);
  });

  it('escapes a pointer’s segments', () => {
    expect(validate({ ...COUNTRY, 'a/b~c': 1 }, 'en')).toMatchObject([{ pointer: '/a~1b~0c' }]);
  });
});

describe('rules between fields', () => {
  it('are reported in addition to other errors, but never twice at one field', async () => {
    const check = await loadValidate('RateWrite');
    const rate = { base: 'USD', quote: 'USD', source: 'ECB', quotedAt: '2026-11-20T12:00:00.000Z', unit: 1 };
    expect(check({ ...rate, buy: '7.1', sell: '7.05', middle: 'x' }, 'zh-CN')).toEqual([
      { pointer: '/middle', rule: 'pattern', message: expect.stringContaining('须为') },
      { pointer: '/quote', rule: 'different', message: '不能与基准货币相同' },
      { pointer: '/sell', rule: 'notBelow', message: '不能低于现汇买入价' },
    ]);
    expect(check({ ...rate, quote: 'QQQ', middle: '7' }, 'en').map(({ rule }) => rule)).toEqual(['enum']);
  });
});

describe('fieldErrors', () => {
  it('drops the errors of `oneOf [object, null]` itself and of its null branch', () => {
    const at = (instancePath: string, keyword: string, params: object) => ({
      instancePath,
      schemaPath: '',
      keyword,
      params,
    });
    const errors = [
      at('/contact', 'required', { missingProperty: 'name' }),
      at('/contact', 'type', { type: 'null' }),
      at('/contact', 'oneOf', { passingSchemas: null }),
    ];
    expect(toFieldErrors('CountryWrite', { contact: {} }, errors, 'en')).toEqual([
      { pointer: '/contact/name', rule: 'required', message: 'Required' },
    ]);
  });
});

describe('the validators', () => {
  it('exist for every body of the contract', () => {
    expect(Object.keys(validators).sort()).toEqual([...bodies]);
  });

  it('use neither eval, which the content security policy blocks, nor require', () => {
    const folder = new URL('validators/', import.meta.url);
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
      const source = readFileSync(new URL(file, folder), 'utf8');
      expect(source, file).not.toMatch(/\beval\(|new Function|^import .* from "[^.]/m);
      expect(source.replaceAll(/\.code = "require\(.*";/g, ''), file).not.toContain('require(');
    }
  });
});

describe('texts', () => {
  it('fill their placeholders and leave unknown ones empty', () => {
    expect(interpolate(errorTexts.inUse, 'en', { count: 3 })).toBe(
      'This record cannot be deleted while other records refer to it (3)',
    );
    expect(interpolate(errorTexts.proposalOpen, 'zh-CN')).toBe(' 的修改正在审核');
  });

  it('say "wrong format" if a pattern has no hint', () => {
    expect(ruleText('pattern', 'zh-CN')).toBe('格式不正确');
  });

  it('have no hint for a field without one', () => {
    expect(fieldHint('CountryWrite', '/continent', 'en')).toBeUndefined();
    expect(fieldHint('CountryWrite', '/locales/en/name/more', 'en')).toBeUndefined();
  });
});
