import { percentChange } from '#crud/decimal.ts';
import { defineEntity } from '#crud/entity.ts';
import { list, type Narrow } from '#crud/list.ts';
import type { Database } from '#database';
import { type Past, pastOf } from './history.ts';

/** The newest active rate of each pair, and what is pending beside them. */
const latest =
  (db: Database): Narrow =>
  (rows) => {
    const newest = db('rate_board')
      .where('status', 'active')
      .groupBy('base', 'quote', 'source')
      .select('base', 'quote', 'source')
      .max('quoted_at');
    rows.where((either) =>
      either
        .where('status', 'pending')
        .orWhere((active) =>
          active.where('status', 'active').whereIn(['base', 'quote', 'source', 'quoted_at'], newest),
        ),
    );
  };

const none: Past = { value: null, previous: null, trend: [] };

const withChange = <T extends { id: number }>(item: T, { value, previous, trend }: Past) => ({
  ...item,
  previous,
  change: value && previous ? percentChange(previous, value) : null,
  trend,
});

export const rateBoard = defineEntity({
  key: 'rate_board',
  singular: 'Rate',
  plural: 'Rates',
  operations: (crud, entity) => ({
    listRates: async ({ query: { view, ...query }, caller }) => {
      const all = view === 'all';
      const page = await list(crud, entity, query, caller, all ? undefined : latest(crud.db));
      const past = await pastOf(
        crud.db,
        page.items.map(({ id }) => id),
        all ? 0 : 30,
      );
      return {
        status: 200,
        data: { ...page, items: page.items.map((item) => withChange(item, past.get(item.id) ?? none)) },
      };
    },
  }),
});
