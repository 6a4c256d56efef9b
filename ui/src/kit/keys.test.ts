import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['Macintosh; Intel Mac OS X 10_15_7', ['⌘', 'S'], ['⌥', 'Enter'], ['⇧', '↑', '↓']],
  ['X11; Linux x86_64', ['Ctrl', 'S'], ['Alt', 'Enter'], ['Shift', '↑', '↓']],
])('modifier keys are named as on the keyboard of %s', async (userAgent, save, fit, extend) => {
  vi.stubGlobal('navigator', { userAgent });
  const { keyLabels } = await import('./keys.ts');
  expect(keyLabels('mod+s')).toEqual(save);
  expect(keyLabels('alt+Enter')).toEqual(fit);
  expect(keyLabels('shift+ArrowUp shift+ArrowDown')).toEqual(extend);
  expect(keyLabels(' ')).toEqual(['Space']);
});
