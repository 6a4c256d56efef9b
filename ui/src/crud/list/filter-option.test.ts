import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/i18n.ts';
import { filterOption } from './filter-option.ts';

// the texts write their language on the page
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('core', 'frame'));

it.each([
  ['continent', 'AS', { value: 'AS', label: '亚洲', code: 'AS' }],
  ['currency', 'CNY', { value: 'CNY', label: '人民币', code: 'CNY' }],
  // no browser has a name for it
  ['currency', 'QQQ', { value: 'QQQ', label: 'QQQ', isCode: true }],
  ['cabinClass', 'economy', { value: 'economy', label: '经济舱' }],
])('shows the %s %s as what it is', (id, value, option) => {
  expect(filterOption({ id, values: [value] }, value)).toEqual(option);
});

it('shows the values of a boolean as yes and no', () => {
  expect(filterOption({ id: 'isMain', values: ['true', 'false'] }, 'false')).toEqual({ value: 'false', label: '否' });
});

it('shows what was typed as it is', () => {
  expect(filterOption({ id: 'code' }, 'AB')).toEqual({ value: 'AB', label: 'AB' });
});
