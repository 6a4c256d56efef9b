import { percentChange } from '#crud/decimal.ts';
import { defineEntity } from '#crud/entity.ts';
import { list } from '#crud/list.ts';
import type { Narrow } from '#crud/model.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { comparedValue, pastOf } from './history.ts';

/** The newest active rate of each pair, and what is pending beside them. */
async function latest(db: Database): Promise<Narrow> {
  const newest = db('rate_board')
    .where('status', 'active')
    .groupBy('base', 'quote', 'source')
    .select('base', 'quote', 'source')
    .max({ quoted_at: 'quoted_at' });
  // found beforehand: as a condition of the list it would be held against every rate ever posted
  const ids = await db('rate_board')
    .join(newest.as('newest'), (on) => on.using(['base', 'quote', 'source', 'quoted_at']))
    .pluck('id');
  // as a condition that no key answers: by the key of the status each rate that ever was active would be read
  const stillActive = db.raw("IF(status = 'active', 1, 0)");
  return (rows) =>
    rows.where((either) =>
      either.where('status', 'pending').orWhere((active) => active.whereIn('id', ids).where(stillActive)),
    );
}

// what a small chart shows
const shown = 30;

export const rateBoard = defineEntity({
  key: 'rate_board',
  singular: 'Rate',
  plural: 'Rates',
  narrows: { view: (db, view) => (view === 'all' ? () => undefined : latest(db)) },
  operations: (crud, entity) => ({
    listRates: async ({ query, caller }) => {
      const all = query.view === 'all';
      const page = await list(crud, entity, query, caller);
      // the records are of this kind
      const rates = page.items as unknown as Schemas['Rate'][];
      const past = await pastOf(crud.db, rates, all ? 1 : shown - 1);
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
