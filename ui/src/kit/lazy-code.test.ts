import { expect, it, vi } from 'vitest';
import { createLazyCode, onChunkError } from './lazy-code.ts';

it('reports a failed load only if somebody waits for it, and tries again on the next call', async () => {
  const onError = vi.fn();
  const unsubscribe = onChunkError(onError);
  const importCode = vi.fn(async () => 'code');
  importCode.mockRejectedValueOnce(new Error('gone')).mockRejectedValueOnce(new Error('gone'));
  const code = createLazyCode(importCode);
  expect(await code.load()).toBeUndefined();
  expect(onError).not.toHaveBeenCalled();
  expect(await code.loadOrReport()).toBeUndefined();
  expect(onError).toHaveBeenCalledOnce();
  expect(await code.loadOrReport()).toBe('code');
  expect([onError.mock.calls.length, code.loaded]).toEqual([1, 'code']);
  unsubscribe();
});
