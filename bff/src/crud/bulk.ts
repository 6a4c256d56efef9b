import type { Schemas } from '#http/contract.ts';
import { asProblem } from '#http/errors.ts';
import { Problem } from '#http/problem.ts';

type Item = Schemas['Bulk']['items'][number];

export interface Outcome<D> {
  id: number;
  code: number;
  message?: string;
  data?: D | Schemas['ErrorData'];
}

// a call has ten seconds: what is not begun by then is said not to be done, and not done behind the caller's back
const begunWithin = 8000;

/** Works through the items one by one, each in its own transaction; a refusal of one stops none. */
export async function eachItem<D>(
  items: Item[],
  work: (item: Item) => Promise<{ status: number; data: D }>,
  describe: (problem: Problem) => { message: string; data: Schemas['ErrorData'] },
): Promise<Outcome<D>[]> {
  const outcomes: Outcome<D>[] = [];
  const end = performance.now() + begunWithin;
  for (const item of items) {
    try {
      if (performance.now() > end) throw new Problem('requestTimeout');
      const { status, data } = await work(item);
      outcomes.push({ id: item.id, code: status, data });
    } catch (error) {
      const problem = asProblem(error);
      if (!problem) throw error;
      outcomes.push({ id: item.id, code: problem.status, ...describe(problem) });
    }
  }
  return outcomes;
}
