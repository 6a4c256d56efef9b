import { expect, it, vi } from 'vitest';
import { loadTexts, setLanguage } from '#i18n/i18n.ts';
import { spanText } from './task-text.ts';

// the texts write their language on the page
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

it.each([
  [0, '0 s'],
  [4, '0.1 s'],
  [449, '0.4 s'],
  [9949, '9.9 s'],
  [9950, '10 s'],
  [185_000, '3 min 5 s'],
])('%d ms take %s', async (ms, text) => {
  await loadTexts('tasks');
  await setLanguage('en');
  expect(spanText(ms)).toBe(text);
});
