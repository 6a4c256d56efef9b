import { beforeEach, expect, it } from 'vitest';
import { forgetLabels, labelName, labelOf, learnLabels, learnRecords } from './labels.ts';

beforeEach(forgetLabels);

it('names a record in the reader’s language, else by its own name', () => {
  learnLabels({ country: { CN: { name: 'China', 'zh-CN': '中国', en: 'China' }, XK: { name: 'Kosova' } } });
  expect(labelName('country', 'CN', 'zh-CN')).toBe('中国');
  expect(labelName('country', 'CN', 'en')).toBe('China');
  expect(labelName('country', 'XK', 'zh-CN')).toBe('Kosova');
  expect(labelName('country', 'FR', 'zh-CN')).toBeUndefined();
});

it('keeps the codes of different kinds apart', () => {
  learnLabels({ country: { CA: { name: 'Canada' } }, airline: { CA: { name: 'Air China' } } });
  expect(labelName('airline', 'CA', 'en')).toBe('Air China');
  expect(labelName('country', 'CA', 'en')).toBe('Canada');
});

it('learns from whole records, and anew where a name has changed', () => {
  const record = { code: 'BJS', name: 'Peking', locales: { 'zh-CN': { name: '北京' }, ja: { name: '北京市' } } };
  learnRecords('city', [record]);
  expect(labelOf('city', 'BJS')).toEqual({ name: 'Peking', 'zh-CN': '北京' });
  learnRecords('city', [{ ...record, name: 'Beijing' }]);
  expect(labelName('city', 'BJS', 'en')).toBe('Beijing');
});
