import { Problem } from './problem.ts';

const usual = 10_000;
// a MiB over a slow line
const withBytes = 60_000;

/** The handler's answer, or `requestTimeout` where it takes longer than ten seconds, a minute where it comes with bytes. */
export async function withinLimit<T>(work: Promise<T>, takesBytes = false): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('requestTimeout')), takesBytes ? withBytes : usual);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
