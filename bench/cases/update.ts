import type { Knex } from 'knex';
import type { Step } from '../load/plan.ts';
import { api, type LoadCase } from './case.ts';

/** The maximum number of connections that update at once. */
const writers = 50;
const decimal = (amount: string | null) => amount?.replace(/\.?0+$/, '');

/** Updates of rates, which need no review: every connection changes its own rate back and forth. */
export async function updateCase(db: Knex): Promise<LoadCase> {
  const rates = await db('rate_board').where('status', 'active').whereNotNull('middle').orderBy('id');
  const lanes: Step[][] = Array.from({ length: Math.min(writers, rates.length) }, () => []);
  for (const [at, rate] of rates.entries()) lanes[at % lanes.length]?.push(stepOf(rate));
  // Updates run code that no other case has compiled, so they need a longer warm-up.
  return { name: 'update', goal: { atLeast: 0.4 }, lanes, warmUp: 6000 };
}

function stepOf(rate: Record<string, never>): Step {
  const { id, version, base, quote, source, unit, buy, sell, middle } = rate;
  const same = { base, quote, source, unit, quotedAt: new Date(rate.quoted_at ?? 0).toISOString() };
  const amounts = { buy: decimal(buy ?? null), sell: decimal(sell ?? null), ...cash(rate) };
  const body = (value: number) => JSON.stringify({ ...same, ...amounts, middle: decimal(value.toFixed(8)) });
  return {
    method: 'PUT',
    path: `${api}/rate-board/${id}`,
    record: { id: Number(id), version: Number(version) },
    bodies: [body(Number(middle)), body(Number(middle) * 1.01)],
  };
}

const cash = ({ cash_buy, cash_sell }: Record<string, never>) => ({
  cashBuy: decimal(cash_buy ?? null),
  cashSell: decimal(cash_sell ?? null),
});
