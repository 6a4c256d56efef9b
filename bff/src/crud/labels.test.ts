import { expect, test } from 'vitest';
import { toLabel } from './labels.ts';

test.each([
  [{}, { name: 'Own' }],
  [{ en: { name: 'English' } }, { name: 'Own', en: 'English' }],
  [{ 'zh-CN': { name: '中文' } }, { name: 'Own', 'zh-CN': '中文' }],
  [
    { 'zh-CN': { name: '中文' }, en: { name: 'English' }, fr: { name: 'Français' } },
    { name: 'Own', 'zh-CN': '中文', en: 'English' },
  ],
])('of the names %j, those of the console’s languages are the label', (locales, label) => {
  expect(toLabel('Own', locales)).toEqual(label);
});
