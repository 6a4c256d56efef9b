import { afterAll, expect, it, vi } from 'vitest';
import { roleName } from './display-name.ts';
import { loadTexts, setLanguage } from './i18n.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

afterAll(() => setLanguage('zh-CN'));

it.each([
  ['zh-CN', '审核'],
  ['en', 'Reviewer'],
] as const)('names a built-in role in %s, and one that somebody has renamed or created by its own name', async (language, name) => {
  await setLanguage(language);
  await loadTexts('core', 'frame');
  expect(roleName({ name: 'reviewer', displayName: '审核' })).toBe(name);
  expect(roleName({ name: 'reviewer', displayName: '审核组' })).toBe('审核组');
  expect(roleName({ name: 'rail', displayName: '审核' })).toBe('审核');
  expect(roleName({ name: 'rail', displayName: '' })).toBe('rail');
});
