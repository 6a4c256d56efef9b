import { vi } from 'vitest';

const ARGON2_MODULE = '@node-rs/argon2';

/**
 * Counts how often passwords are hashed or verified during `work`. Hashing takes most of the time of such a request, and
 * unlike the time itself the count does not depend on how busy the machine is.
 */
export async function countArgon2Calls(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  vi.doMock(ARGON2_MODULE, async (original) => {
    const realModule = await original<typeof import('@node-rs/argon2')>();
    const countCalls =
      <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
      (...args: Args) => {
        count++;
        return run(...args);
      };
    return { ...realModule, hash: countCalls(realModule.hash), verify: countCalls(realModule.verify) };
  });
  try {
    await work();
  } finally {
    vi.doUnmock(ARGON2_MODULE);
  }
  return count;
}
