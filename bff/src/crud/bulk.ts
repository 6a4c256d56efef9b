import type { Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';

type Item = Schemas['Bulk']['items'][number];

export interface Outcome<D> {
  id: number;
  code: number;
  message?: string;
  data?: D | Schemas['ErrorData'];
}

/** Works through the items one by one, each in its own transaction; a refusal of one stops none. */
export async function eachItem<D>(
  items: Item[],
  work: (item: Item) => Promise<{ status: number; data: D }>,
  describe: (problem: Problem) => { message: string; data: Schemas['ErrorData'] },
): Promise<Outcome<D>[]> {
  const outcomes: Outcome<D>[] = [];
  for (const item of items) {
    try {
      const { status, data } = await work(item);
      outcomes.push({ id: item.id, code: status, data });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcomes.push({ id: item.id, code: error.status, ...describe(error) });
    }
  }
  return outcomes;
}
