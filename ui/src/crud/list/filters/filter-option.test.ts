import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/i18n.ts';
import { filterOption } from './filter-option.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('core', 'frame'));

it.each([
  ['continent', 'AS', { value: 'AS', label: '亚洲', code: 'AS' }],
  ['currency', 'CNY', { value: 'CNY', label: '人民币', code: 'CNY' }],
  // browsers have no name for this currency
  ['currency', 'QQQ', { value: 'QQQ', label: 'QQQ', isCode: true }],
  ['cabinClass', 'economy', { value: 'economy', label: '经济舱' }],
])('names the %s %s', (id, value, option) => {
  expect(filterOption({ id, values: [value] }, value)).toEqual(option);
});

it('shows the values of a boolean as yes and no', () => {
  expect(filterOption({ id: 'isMain', values: ['true', 'false'] }, 'false')).toEqual({ value: 'false', label: '否' });
});

it('shows typed text unchanged', () => {
  expect(filterOption({ id: 'code' }, 'AB')).toEqual({ value: 'AB', label: 'AB' });
});
