import { describe, expect, it } from 'vitest';
import { changedPointers, isEqual, mergeThreeWay } from './merge.ts';

const base = {
  code: 'VE',
  name: 'Venezuela',
  currency: 'VEF',
  symbol: null,
  locales: { 'zh-CN': { name: '委内瑞拉' }, en: { name: 'Venezuela', aliases: ['VZ'] } },
};

describe('same', () => {
  it.each([
    [null, undefined, true],
    [{ a: null }, {}, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [['a'], ['a', null], false],
    [{ a: { b: [1] } }, { a: { b: [2] } }, false],
    [[], {}, false],
    ['', null, false],
    [0, null, false],
    ['1', 1, false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(isEqual(a, b)).toBe(expected);
    expect(isEqual(b, a)).toBe(expected);
  });
});

describe('changedPointers', () => {
  it.each([
    ['no change', {}, []],
    ['a changed field', { currency: 'VES' }, ['/currency']],
    ['a cleared field', { currency: null }, ['/currency']],
    [
      'a changed language',
      { locales: { ...base.locales, en: { name: 'Venezuela (Bolivarian Republic of)' } } },
      ['/locales/en'],
    ],
    ['a new language', { locales: { ...base.locales, 'es-VE': { name: 'Venezuela' } } }, ['/locales/es-VE']],
    ['all languages removed', { locales: undefined }, ['/locales/zh-CN', '/locales/en']],
    ['a text replaced by an object', { name: { first: 'V' } }, ['/name']],
    ['keys that need escaping', { 'a/b~c': 1 }, ['/a~1b~0c']],
  ])('%s', (_what, change, expected) => {
    expect(changedPointers(base, { ...base, ...change }).sort()).toEqual([...expected].sort());
  });

  it('compares lists and deeper objects as a whole', () => {
    const record = { list: [{ a: 1 }], deep: { in: { far: 1 } } };
    expect(changedPointers(record, { list: [{ a: 2 }], deep: { in: { far: 2 } } })).toEqual(['/list', '/deep/in']);
  });

  it('reports every field with a value of a new record', () => {
    expect(changedPointers(null, { code: 'QZ', symbol: null })).toEqual(['/code']);
  });
});

describe('threeWay', () => {
  it('merges the fields that only one side changed', () => {
    const theirs = { ...base, currency: 'VES', locales: { ...base.locales, 'zh-CN': { name: '委内瑞拉共和国' } } };
    const mine = { ...base, symbol: 'Bs', locales: { ...base.locales, en: { name: 'Venezuela' } } };
    expect(mergeThreeWay(base, theirs, mine)).toEqual({
      merged: {
        ...base,
        currency: 'VES',
        symbol: 'Bs',
        locales: { 'zh-CN': { name: '委内瑞拉共和国' }, en: { name: 'Venezuela' } },
      },
      conflicts: [],
      theirChanges: ['/currency', '/locales/zh-CN'],
      myChanges: ['/symbol', '/locales/en'],
    });
  });

  it('keeps their value of a field that both changed and reports a conflict', () => {
    const merge = mergeThreeWay(base, { ...base, currency: 'VES' }, { ...base, currency: 'VED', symbol: 'Bs' });
    expect(merge).toEqual({
      merged: { ...base, currency: 'VES', symbol: 'Bs' },
      conflicts: ['/currency'],
      theirChanges: [],
      myChanges: ['/symbol'],
    });
  });

  it('reports no conflict if both made the same change', () => {
    const merge = mergeThreeWay(base, { ...base, currency: 'VES' }, { ...base, currency: 'VES' });
    expect(merge).toEqual({ merged: { ...base, currency: 'VES' }, conflicts: [], theirChanges: [], myChanges: [] });
  });

  it('reports a conflict if one side removed what the other changed', () => {
    const theirs = { ...base, locales: { 'zh-CN': base.locales['zh-CN'] } };
    const mine = { ...base, locales: { ...base.locales, en: { name: 'VEN' } } };
    expect(mergeThreeWay(base, theirs, mine)).toMatchObject({ conflicts: ['/locales/en'], merged: theirs });
  });

  it('removes a field that only I removed', () => {
    const mine = { ...base, locales: { en: base.locales.en } };
    expect(mergeThreeWay(base, base, mine).merged).toEqual(mine);
  });

  it('reports a conflict between a field and its property at the field', () => {
    const [original, theirs, mine] = [{ note: { a: 1 } }, { note: 'text' }, { note: { a: 2, b: 3 } }];
    expect(mergeThreeWay(original, theirs, mine)).toMatchObject({
      conflicts: ['/note'],
      myChanges: [],
      theirChanges: [],
    });
  });

  it('does not mutate its arguments', () => {
    const frozen = () => Object.freeze({ ...base, locales: Object.freeze({ ...base.locales }) });
    const [theirs, mine] = [frozen(), Object.freeze({ ...frozen(), locales: { en: { name: 'x' } } })];
    expect(() => mergeThreeWay(frozen(), theirs, mine)).not.toThrow();
    expect(theirs).toEqual(base);
  });
});
