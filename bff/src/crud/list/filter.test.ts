import { describe, expect, test } from 'vitest';
import type { Entity } from '#crud/model.ts';
import { toSearchQuery } from './filter.ts';
import { searchText } from './search-text.ts';

// the cast: searchText reads only the entity's fields
const entityWithoutFields = { fields: [] } as unknown as Entity;

describe('toSearchQuery', () => {
  test.each([
    ['cn', '+(c_cn* n_cn* p_cn*)'],
    ['  New   Zealand ', '+(c_zealand* n_zealand* p_zealand*)', ['(^| )(c_|n_|p_)new']],
    ['costa rica', '+(c_costa* n_costa* p_costa*) +(c_rica* n_rica* p_rica*)'],
    ['a bc', '+(c_a* n_a* p_a*) +(c_bc* n_bc* p_bc*)'],
    ['CN-000123', '+(c_000123* n_000123* p_000123*)', ['(^| )(c_|n_|p_)cn']],
    ['RÉUNION', '+(c_reunion* n_reunion* p_reunion*)'],
    ['中', '+n_中'],
    ['阿根廷', '+n_阿根 +n_根廷'],
    ['中国 CN', '+n_中国', ['(^| )(c_|n_|p_)cn']],
    ['+-*"()<>~@%_', undefined],
    ['', undefined],
    ['🗺️', undefined],
    ['𠮷', '+n_u20bb7'],
    ['ＣＮ', '+(c_cn* n_cn* p_cn*)'],
  ])('of “%s” returns %s', (q, query, patterns: string[] = []) => {
    expect(toSearchQuery(q)).toEqual(query && { query, patterns });
  });

  test('ignores codes and pinyin with namesOnly', () => {
    expect(toSearchQuery('cn', { namesOnly: true })).toEqual({ query: '+(n_cn*)', patterns: [] });
  });

  test('truncates a word to the length of index tokens', () => {
    const [, word = ''] = toSearchQuery('x'.repeat(100), { namesOnly: true })?.query.match(/\((.*)\)/) ?? [];
    expect(searchText(entityWithoutFields, { name: 'x'.repeat(100) }).split(' ')).toContain(word);
  });
});
