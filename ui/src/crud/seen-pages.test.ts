import { expect, it, vi } from 'vitest';
import { recordsChanged } from './changes.ts';
import { keepPage, seenPage } from './seen-pages.ts';

const { session, becomeAnother } = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  return {
    session: { subscribe: (listener: () => void) => listeners.add(listener) },
    becomeAnother: () => listeners.forEach((listener) => void listener()),
  };
});
vi.mock('#session/session.ts', () => ({ session }));

it('keeps the twenty pages that were seen last, each as it was seen last', () => {
  for (let index = 0; index < 20; index += 1) keepPage(`page ${index}`, index);
  keepPage('page 0', 'again');
  keepPage('page 20', 20);
  expect(seenPage('page 0')).toBe('again');
  expect(seenPage('page 1')).toBeUndefined();
  expect(seenPage('page 2')).toBe(2);
});

it.each([
  ['before a change', recordsChanged],
  ['to somebody else', becomeAnother],
])('shows none as it was %s', (_what, happens) => {
  keepPage('page', 1);
  happens();
  expect(seenPage('page')).toBeUndefined();
});
