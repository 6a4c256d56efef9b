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
])('keeps from the names %j only those in languages of the console', (locales, label) => {
  expect(toLabel('Own', locales)).toEqual(label);
});
