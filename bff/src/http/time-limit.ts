import { Problem } from './problem.ts';

const limit = 10_000;

/** The handler's answer, or `requestTimeout` where it takes longer than ten seconds. */
export async function withinTenSeconds<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('requestTimeout')), limit);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
