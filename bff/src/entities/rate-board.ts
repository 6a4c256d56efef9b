import { normaliseDecimal, percentChange } from '#crud/decimal.ts';
import { defineEntity } from '#crud/entity.ts';
import { toSnakeCase } from '#crud/fields.ts';
import { listRecords } from '#crud/list.ts';
import type { RowFilter } from '#crud/model.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';

/** The newest active rate of each pair, and what is pending beside them. */
async function filterLatest(db: Database): Promise<RowFilter> {
  const newest = db('rate_board')
    .where('status', 'active')
    .groupBy('base', 'quote', 'source')
    .select('base', 'quote', 'source')
    .max({ quoted_at: 'quoted_at' });
  // read first: as a part of the list's condition it would be compared with every rate ever posted
  const ids = await db('rate_board')
    .join(newest.as('newest'), (on) => on.using(['base', 'quote', 'source', 'quoted_at']))
    .pluck('id');
  // an expression keeps the planner off the key of `status`, by which it would read every rate that was ever active
  const stillActive = db.raw("IF(status = 'active', 1, 0)");
  return (rows) =>
    rows.where((either) =>
      either.where('status', 'pending').orWhere((active) => active.whereIn('id', ids).where(stillActive)),
    );
}

// what a small chart shows
const TREND_LENGTH = 30;

export const rateBoard = defineEntity({
  key: 'rate_board',
  singular: 'Rate',
  plural: 'Rates',
  customFilters: { view: (db, view) => (view === 'all' ? () => undefined : filterLatest(db)) },
  operations: (crud, entity) => ({
    listRates: async ({ query, caller }) => {
      const all = query.view === 'all';
      const page = await listRecords(crud, entity, query, caller);
      // the records are of this kind
      const rates = page.items as Schemas['Rate'][];
      const past = await readPastRates(crud.db, rates, all ? 1 : TREND_LENGTH - 1);
      const items = rates.map((rate) => {
        const value = comparedValue(rate);
        const before = past.get(rate.id) ?? [];
        const previous = before.at(-1)?.value ?? null;
        return {
          ...rate,
          previous,
          change: value && previous ? percentChange(previous, value) : null,
          trend: all || !value ? [] : [...before, { quotedAt: rate.quotedAt, value }],
        };
      });
      return { status: 200, data: { ...page, items } };
    },
  }),
});

type Rate = Schemas['Rate'];

interface Point {
  quotedAt: string;
  value: string;
}

// a board may post any of the five: the middle rate speaks for all, else the first that is there
const AMOUNTS = ['middle', 'sell', 'buy', 'cashSell', 'cashBuy'] as const;

/** What stands for a rate in a comparison. */
const comparedValue = (rate: Rate): string | null =>
  AMOUNTS.map((name) => rate[name]).find((amount) => amount !== null) ?? null;

/** For each rate the last `length` active values before it, oldest first, of the same pair, source and unit. */
async function readPastRates(db: Database, rates: Rate[], length: number): Promise<Map<number, Point[]>> {
  const past = new Map<number, Point[]>(rates.map(({ id }) => [id, []]));
  if (rates.length === 0) return past;
  const value = db.raw(`coalesce(${AMOUNTS.map(toSnakeCase).join(', ')}) as value`);
  // one query per rate, sent as one statement. The planner would at times sort the whole table; by this key each query reads only the
  // rows that it needs
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
