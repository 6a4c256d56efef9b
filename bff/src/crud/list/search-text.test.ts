import { describe, expect, test } from 'vitest';
import type { Entity } from '#crud/model.ts';
import { searchText } from './search-text.ts';

const entity: Pick<Entity, 'fields'> = {
  fields: [
    {
      name: 'code',
      column: 'code',
      kind: 'text',
      isUpperCase: true,
      isSearchedAsCode: true,
      membersSearchedAsCode: [],
    },
    {
      name: 'name',
      column: 'name',
      kind: 'text',
      isUpperCase: false,
      isSearchedAsCode: false,
      membersSearchedAsCode: [],
    },
    {
      name: 'operatorCodes',
      column: 'operator_codes',
      kind: 'list',
      isUpperCase: false,
      isSearchedAsCode: false,
      membersSearchedAsCode: ['code'],
    },
  ],
};
// the cast: searchText reads only the entity's fields
const textOf = (fields: object) => searchText(entity as Entity, { ...fields }).split(' ');

describe('searchText', () => {
  test('contains codes, names and aliases, each with its prefix', () => {
    const locales = { fr: { name: 'Côte d’Ivoire', aliases: ['RCI'] } };
    const tokens = textOf({ code: 'CI', name: 'Ivory Coast', locales });
    const words = ['n_ivory', 'n_coast', 'n_cote', 'n_d', 'n_ivoire', 'n_rci'];
    const starts = ['s_ivory_coast', 's_cote_d_ivoire', 's_rci'];
    expect(tokens.toSorted()).toEqual(['c_ci', ...words, ...starts].toSorted());
  });

  test('contains characters, pairs, pinyin and initials of Chinese names from each syllable on', () => {
    const tokens = textOf({ name: '阿根廷' });
    expect(tokens).toEqual(expect.arrayContaining(['n_阿', 'n_根', 'n_廷', 'n_阿根', 'n_根廷']));
    expect(tokens).toEqual(expect.arrayContaining(['p_agenting', 'p_agt', 'p_genting', 'p_gt', 'p_ting', 'p_t']));
    expect(tokens.filter((token) => token.startsWith('s_'))).toEqual(['s_阿根廷', 's_agenting', 's_agt']);
  });

  test('contains the codes of list entries', () => {
    expect(textOf({ operatorCodes: [{ operator: 'DB', code: '8011160' }] })).toEqual(['c_8011160']);
  });

  test('contains the parts of a code with a dash and the whole code', () => {
    expect(textOf({ code: 'US-0042' })).toEqual(['c_us', 'c_0042', 'c_us0042']);
  });

  test('limits the text to the column and each token to the index', () => {
    const name = '中华人民共和国'.repeat(28);
    const locales = Object.fromEntries(
      Array.from({ length: 100 }, (_, tag) => [
        `x${tag}`,
        { name: `${tag}${name}`, aliases: [`${'long'.repeat(40)}${tag}`] },
      ]),
    );
    const text = textOf({ name, locales });
    expect(Buffer.byteLength(text.join(' '))).toBeLessThan(65_535);
    expect(Math.max(...text.map((token) => token.length))).toBeLessThanOrEqual(60);
  });

  test('is empty for a record without words', () => {
    expect(textOf({ name: '—', code: null })).toEqual(['']);
  });
});
