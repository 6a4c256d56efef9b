import { expect, it, vi } from 'vitest';
import { recordsChanged } from './changes.ts';
import { shareCall } from './share-call.ts';

const { session } = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  const session = {
    loggedIn: true,
    subscribe: (listener: () => void) => listeners.add(listener),
    end() {
      session.loggedIn = false;
      for (const listener of listeners) listener();
    },
  };
  return { session };
});
vi.mock('#session/session.ts', () => ({ session }));

it('asks once for all who ask at once, and again once it was answered or refused', async () => {
  const send = vi.fn(async () => 'answer');
  expect(await Promise.all([shareCall('a', send), shareCall('a', send), shareCall('b', send)])).toHaveLength(3);
  expect(send).toHaveBeenCalledTimes(2);
  send.mockRejectedValueOnce(new Error('refused'));
  await expect(shareCall('a', send)).rejects.toThrow('refused');
  expect(await shareCall('a', send)).toBe('answer');
});

it.each([
  ['a record has changed', recordsChanged],
  ['the session has ended', session.end],
])('asks anew after %s, and goes on sharing that call', async (_what, happens) => {
  let answer: (text: string) => void = () => {};
  const early = shareCall('c', () => new Promise<string>((resolve) => (answer = resolve)));
  happens();
  const late = shareCall('c', () => new Promise<string>(() => {}));
  answer('early');
  expect(await early).toBe('early');
  expect(shareCall('c', async () => 'third')).toBe(late);
  recordsChanged();
});
