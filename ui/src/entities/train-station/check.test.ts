import { expect, it } from 'vitest';
import { check } from './check.ts';

const pek = { airport: 'PEK', distance: 31 };

it('rejects a duplicate airport, also with different distances', () => {
  const airports = [pek, { airport: 'PKX', distance: 39.4 }, { airport: 'PEK', distance: null }];
  expect(check({ airports }, 'zh-CN')).toEqual([{ pointer: '/airports', rule: 'uniqueItems', message: '有重复项' }]);
  expect(check({ airports }, 'en')).toMatchObject([{ message: 'Contains duplicates' }]);
});

it('accepts different airports and an empty list', () => {
  expect(check({ airports: [pek, { airport: 'PKX' }] }, 'en')).toEqual([]);
  expect(check({ airports: null }, 'en')).toEqual([]);
});
