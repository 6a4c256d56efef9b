import { describe, expect, test } from 'vitest';
import { changedPointers, mergeFields } from './pointers.ts';

describe('changedPointers', () => {
  test.each([
    ['nothing', { a: 1, b: null }, { a: 1 }, []],
    ['a value', { a: 1, b: 2 }, { a: 1, b: 3 }, ['/b']],
    ['a value that was added or removed', { a: 1 }, { b: 1 }, ['/a', '/b']],
    ['one entry of an object', { l: { de: { name: 'x' }, en: 1 } }, { l: { de: { name: 'y' }, en: 1 } }, ['/l/de']],
    ['entries that were added and removed', { l: { de: 1 } }, { l: { fr: 1 } }, ['/l/de', '/l/fr']],
    ['a list as a whole', { a: [1, 2] }, { a: [2, 1] }, ['/a']],
    ['an object that became null', { l: { de: 1 } }, { l: null }, ['/l/de']],
    ['names with slash and tilde', { l: { 'a/b~c': 1 } }, { l: { 'a/b~c': 2 } }, ['/l/a~1b~0c']],
    ['an empty object for null', { l: {} }, { l: null }, []],
  ])('returns the pointers of %s', (_, before, after, pointers) => {
    expect(changedPointers(before, after)).toEqual(pointers);
  });
});

describe('merge', () => {
  const base = { name: 'a', symbol: null, locales: { de: { name: 'A' }, en: { name: 'E' } } };

  test('takes changed fields and keeps the others', () => {
    const after = { ...base, name: 'b' };
    const current = { ...base, symbol: '¤' };
    expect(mergeFields(base, after, current)).toEqual({ fields: { ...base, name: 'b', symbol: '¤' }, conflicts: [] });
  });

  test('merges added, changed and removed entries of objects', () => {
    const after = { ...base, locales: { de: { name: 'B' }, fr: { name: 'F' } } };
    const current = { ...base, locales: { ...base.locales, it: { name: 'I' } } };
    const { fields, conflicts } = mergeFields(base, after, current);
    expect(fields.locales).toEqual({ de: { name: 'B' }, fr: { name: 'F' }, it: { name: 'I' } });
    expect(conflicts).toEqual([]);
  });

  test('reports a conflict if both sides change a value differently', () => {
    expect(mergeFields(base, { ...base, name: 'b' }, { ...base, name: 'c' }).conflicts).toEqual(['/name']);
    const withoutEntry = { ...base, locales: { en: { name: 'E' } } };
    const withChangedEntry = { ...base, locales: { de: { name: 'Z' }, en: { name: 'E' } } };
    expect(mergeFields(base, withoutEntry, withChangedEntry).conflicts).toEqual(['/locales/de']);
  });

  test('reports no conflict if both sides make the same change', () => {
    const both = { ...base, name: 'b' };
    expect(mergeFields(base, both, both)).toEqual({ fields: both, conflicts: [] });
  });

  test('adds an entry to an object that has become null', () => {
    const after = { ...base, locales: { ...base.locales, fr: { name: 'F' } } };
    expect(mergeFields(base, after, { ...base, locales: null }).fields.locales).toEqual({ fr: { name: 'F' } });
  });

  test('lets values conflict whose partners conflict, and writes none of them', () => {
    const place = { latitude: 1, longitude: 2 };
    const partnersOf = (pointer: string) => (pointer === '/latitude' ? ['/longitude'] : []);
    const merge = (longitude: number) =>
      mergeFields(
        place,
        { latitude: 3, longitude },
        { ...place, longitude: 4 },
        { partnersOf, overwrites: () => false },
      );
    expect(merge(2)).toEqual({ fields: { latitude: 1, longitude: 4 }, conflicts: ['/latitude'] });
    expect(merge(5).conflicts).toEqual(['/latitude', '/longitude']);
    expect(merge(4)).toEqual({ fields: { latitude: 3, longitude: 4 }, conflicts: [] });
  });

  test('does not modify its arguments', () => {
    const inputs = [base, { ...base, locales: {} }, structuredClone(base)] as const;
    const before = structuredClone(inputs);
    mergeFields(...inputs);
    expect(inputs).toEqual(before);
  });
});
