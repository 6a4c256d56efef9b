import { watchSteal } from '../bff/test/kit/cpu-steal.ts';

/** The largest share of CPU time taken by other virtual machines that counts as undisturbed. */
const few = 0.05;

export interface Act<T> {
  came: T;
  /** 0 to 1. */
  withheld: number;
}

/** Repeats a measurement up to `tries` times until hardly any CPU time was withheld, and returns the least disturbed one. */
export async function undisturbed<T>(act: () => Promise<T>, tries: number, watch = watchSteal): Promise<Act<T>> {
  const withheld = watch();
  const one: Act<T> = { came: await act(), withheld: withheld() };
  if (one.withheld <= few || tries <= 1) return one;
  const other = await undisturbed(act, tries - 1, watch);
  return other.withheld < one.withheld ? other : one;
}
