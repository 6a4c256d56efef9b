import type { Knex } from 'knex';
import type { LoadRequest } from '../load/plan.ts';
import { apiPrefix, type LoadCase } from './case.ts';

/** The maximum number of connections that update at once. */
const maxWriters = 50;
const withoutTrailingZeros = (amount: string | null) => amount?.replace(/\.?0+$/, '');

/** Returns the case of rate updates, which need no review. Each connection changes its own rates back and forth. */
export async function updateCase(db: Knex): Promise<LoadCase> {
  const rates = await db('rate_board').where('status', 'active').whereNotNull('middle').orderBy('id');
  const requestSequences: LoadRequest[][] = Array.from({ length: Math.min(maxWriters, rates.length) }, () => []);
  for (const [index, rate] of rates.entries())
    requestSequences[index % requestSequences.length]?.push(toUpdateStep(rate));
  // Updates run code that no other case has compiled, so they need a longer warm-up.
  return { name: 'update', goal: { atLeast: 0.4 }, requestSequences, warmUpMs: 6000 };
}

function toUpdateStep(rate: Record<string, never>): LoadRequest {
  const { id, version, base, quote, source, unit, buy, sell, middle } = rate;
  const unchangedFields = { base, quote, source, unit, quotedAt: new Date(rate.quoted_at ?? 0).toISOString() };
  const amounts = {
    buy: withoutTrailingZeros(buy ?? null),
    sell: withoutTrailingZeros(sell ?? null),
    ...cashAmounts(rate),
  };
  const bodyWithMiddle = (value: number) =>
    JSON.stringify({ ...unchangedFields, ...amounts, middle: withoutTrailingZeros(value.toFixed(8)) });
  return {
    method: 'PUT',
    path: `${apiPrefix}/rate-board/${id}`,
    record: { id: Number(id), version: Number(version) },
    bodies: [bodyWithMiddle(Number(middle)), bodyWithMiddle(Number(middle) * 1.01)],
  };
}

const cashAmounts = ({ cash_buy, cash_sell }: Record<string, never>) => ({
  cashBuy: withoutTrailingZeros(cash_buy ?? null),
  cashSell: withoutTrailingZeros(cash_sell ?? null),
});
