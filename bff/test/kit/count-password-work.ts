import { vi } from 'vitest';

const argon2 = '@node-rs/argon2';

/**
 * How often passwords are hashed or verified while `work` goes on: nearly all of the time that such a request takes, and
 * a number that no busy machine changes.
 */
export async function countPasswordWork(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  vi.doMock(argon2, async (original) => {
    const real = await original<typeof import('@node-rs/argon2')>();
    const counted =
      <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
      (...args: Args) => {
        count++;
        return run(...args);
      };
    return { ...real, hash: counted(real.hash), verify: counted(real.verify) };
  });
  try {
    await work();
  } finally {
    vi.doUnmock(argon2);
  }
  return count;
}
