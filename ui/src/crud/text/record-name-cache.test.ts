import { beforeEach, expect, it } from 'vitest';
import { cachedLabel, cachedName, cacheLabels, cacheRecordLabels, clearLabels } from './record-name-cache.ts';

beforeEach(clearLabels);

it('returns the name in the given language, else the own name', () => {
  cacheLabels({ country: { CN: { name: 'China', 'zh-CN': '中国', en: 'China' }, XK: { name: 'Kosova' } } });
  expect(cachedName('country', 'CN', 'zh-CN')).toBe('中国');
  expect(cachedName('country', 'CN', 'en')).toBe('China');
  expect(cachedName('country', 'XK', 'zh-CN')).toBe('Kosova');
  expect(cachedName('country', 'FR', 'zh-CN')).toBeUndefined();
});

it('separates equal codes of different entities', () => {
  cacheLabels({ country: { CA: { name: 'Canada' } }, airline: { CA: { name: 'Air China' } } });
  expect(cachedName('airline', 'CA', 'en')).toBe('Air China');
  expect(cachedName('country', 'CA', 'en')).toBe('Canada');
});

it('caches the names of records and updates changed ones', () => {
  const record = { code: 'BJS', name: 'Peking', locales: { 'zh-CN': { name: '北京' }, ja: { name: '北京市' } } };
  cacheRecordLabels('city', [record]);
  expect(cachedLabel('city', 'BJS')).toEqual({ name: 'Peking', 'zh-CN': '北京' });
  cacheRecordLabels('city', [{ ...record, name: 'Beijing' }]);
  expect(cachedName('city', 'BJS', 'en')).toBe('Beijing');
});
