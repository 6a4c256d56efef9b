import { expect, it, vi } from 'vitest';
import { onChunkError, onDemand } from './on-demand.ts';

it('tells of code that somebody waits for and that does not come, not of what is loaded ahead; then tries again', async () => {
  const told = vi.fn();
  const stop = onChunkError(told);
  const load = vi.fn(async () => 'code');
  load.mockRejectedValueOnce(new Error('gone')).mockRejectedValueOnce(new Error('gone'));
  const code = onDemand(load);
  expect(await code.load()).toBeUndefined();
  expect(told).not.toHaveBeenCalled();
  expect(await code.want()).toBeUndefined();
  expect(told).toHaveBeenCalledOnce();
  expect(await code.want()).toBe('code');
  expect([told.mock.calls.length, code.now]).toEqual([1, 'code']);
  stop();
});
