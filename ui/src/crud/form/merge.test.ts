import { describe, expect, it } from 'vitest';
import { changedPointers, same, threeWay } from './merge.ts';

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
    expect(same(a, b)).toBe(expected);
    expect(same(b, a)).toBe(expected);
  });
});

describe('changedPointers', () => {
  it.each([
    ['nothing', {}, []],
    ['a field', { currency: 'VES' }, ['/currency']],
    ['an emptied field that was set', { currency: null }, ['/currency']],
    [
      'one language',
      { locales: { ...base.locales, en: { name: 'Venezuela (Bolivarian Republic of)' } } },
      ['/locales/en'],
    ],
    ['a new language', { locales: { ...base.locales, 'es-VE': { name: 'Venezuela' } } }, ['/locales/es-VE']],
    ['all languages gone', { locales: undefined }, ['/locales/zh-CN', '/locales/en']],
    ['an object where a text was', { name: { first: 'V' } }, ['/name']],
    ['keys that need escaping', { 'a/b~c': 1 }, ['/a~1b~0c']],
  ])('%s', (_what, change, expected) => {
    expect(changedPointers(base, { ...base, ...change }).sort()).toEqual([...expected].sort());
  });

  it('compares lists and what is deeper as a whole', () => {
    const one = { list: [{ a: 1 }], deep: { in: { far: 1 } } };
    expect(changedPointers(one, { list: [{ a: 2 }], deep: { in: { far: 2 } } })).toEqual(['/list', '/deep/in']);
  });

  it('takes everything in a new record for a change', () => {
    expect(changedPointers(null, { code: 'QZ', symbol: null })).toEqual(['/code']);
  });
});

describe('threeWay', () => {
  it('takes from each side what only that side changed', () => {
    const theirs = { ...base, currency: 'VES', locales: { ...base.locales, 'zh-CN': { name: '委内瑞拉共和国' } } };
    const mine = { ...base, symbol: 'Bs', locales: { ...base.locales, en: { name: 'Venezuela' } } };
    expect(threeWay(base, theirs, mine)).toEqual({
      merged: {
        ...base,
        currency: 'VES',
        symbol: 'Bs',
        locales: { 'zh-CN': { name: '委内瑞拉共和国' }, en: { name: 'Venezuela' } },
      },
      conflicts: [],
      takenTheirs: ['/currency', '/locales/zh-CN'],
      takenMine: ['/symbol', '/locales/en'],
    });
  });

  it('leaves theirs where both changed a field, and names it', () => {
    const merge = threeWay(base, { ...base, currency: 'VES' }, { ...base, currency: 'VED', symbol: 'Bs' });
    expect(merge).toEqual({
      merged: { ...base, currency: 'VES', symbol: 'Bs' },
      conflicts: ['/currency'],
      takenTheirs: [],
      takenMine: ['/symbol'],
    });
  });

  it('finds no conflict where both made the same change', () => {
    const merge = threeWay(base, { ...base, currency: 'VES' }, { ...base, currency: 'VES' });
    expect(merge).toEqual({ merged: { ...base, currency: 'VES' }, conflicts: [], takenTheirs: [], takenMine: [] });
  });

  it('finds a conflict where one side removed what the other changed', () => {
    const theirs = { ...base, locales: { 'zh-CN': base.locales['zh-CN'] } };
    const mine = { ...base, locales: { ...base.locales, en: { name: 'VEN' } } };
    expect(threeWay(base, theirs, mine)).toMatchObject({ conflicts: ['/locales/en'], merged: theirs });
  });

  it('takes a field away where only I did', () => {
    const mine = { ...base, locales: { en: base.locales.en } };
    expect(threeWay(base, base, mine).merged).toEqual(mine);
  });

  it('sees a field and a part of it as one place', () => {
    const [before, theirs, mine] = [{ note: { a: 1 } }, { note: 'text' }, { note: { a: 2, b: 3 } }];
    expect(threeWay(before, theirs, mine)).toMatchObject({ conflicts: ['/note'], takenMine: [], takenTheirs: [] });
  });

  it('changes none of the three', () => {
    const frozen = () => Object.freeze({ ...base, locales: Object.freeze({ ...base.locales }) });
    const [theirs, mine] = [frozen(), Object.freeze({ ...frozen(), locales: { en: { name: 'x' } } })];
    expect(() => threeWay(frozen(), theirs, mine)).not.toThrow();
    expect(theirs).toEqual(base);
  });
});
