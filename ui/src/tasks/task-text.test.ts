import { expect, it, vi } from 'vitest';
import { loadTexts, setLanguage } from '#i18n/i18n.ts';
import { formatDuration, formatResult } from './task-text.ts';

// i18n sets the language of the document
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
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  [{ records: 0, left: 1 }, '0 released · 1 held'],
  [{ records: 2 }, '2 released'],
])('says what became of due change sets: %j', async (result, text) => {
  await loadTexts('tasks');
  await setLanguage('en');
  expect(formatResult({ kind: 'changeSetRelease', status: 'done', errorKey: null, result })).toBe(text);
});
