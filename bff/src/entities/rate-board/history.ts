import { normaliseDecimal } from '#crud/decimal.ts';
import { snake } from '#crud/fields.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';

type Rate = Schemas['Rate'];

interface Point {
  quotedAt: string;
  value: string;
}

// a board may post any of the five: the middle rate speaks for all, else the first that is there
const amounts = ['middle', 'sell', 'buy', 'cashSell', 'cashBuy'] as const;

/** What stands for a rate in a comparison. */
export const comparedValue = (rate: Rate): string | null =>
  amounts.map((name) => rate[name]).find((amount) => amount !== null) ?? null;

/** For each rate the last `length` active values before it, oldest first, of the same pair, source and unit. */
export async function pastOf(db: Database, rates: Rate[], length: number): Promise<Map<number, Point[]>> {
  const past = new Map<number, Point[]>(rates.map(({ id }) => [id, []]));
  if (rates.length === 0) return past;
  const value = db.raw(`coalesce(${amounts.map(snake).join(', ')}) as value`);
  // a query each, in one statement: by this key it reads so many rows, however long a pair has been posted, where the
  // planner would at times rather sort the whole table
  const table = db.raw('rate_board force index (rate_board__pair_status)');
  const before = rates.map(({ id, base, quote, source, unit, quotedAt }) =>
    db
      .from(table)
      .where({ base, quote, source, unit, status: 'active' })
      .where('quoted_at', '<', new Date(quotedAt))
      .orderBy('quoted_at', 'desc')
      .limit(length)
      .select(db.raw('? as rate', [id]), 'quoted_at', value),
  );
  const rows: { rate: number; quoted_at: Date; value: string }[] = await db.unionAll(before, true);
  for (const { rate, quoted_at, value: text } of rows)
    past.get(rate)?.unshift({ quotedAt: quoted_at.toISOString(), value: normaliseDecimal(text) });
  return past;
}
