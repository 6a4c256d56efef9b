import { normaliseDecimal } from '#crud/decimal.ts';
import type { Database } from '#database';

export interface Past {
  /** What stands for the rate in a comparison; null only where the rate itself is gone. */
  value: string | null;
  /** The value of the active rate before it, of the same pair and unit. */
  previous: string | null;
  /** Values up to its own, oldest first. */
  trend: { quotedAt: string; value: string }[];
}

interface Row {
  id: number;
  value: string;
  quoted_at: Date;
  of: number;
}

// a board may post any of the five: the middle rate speaks for all, else the first that is there
const value = (table: string) =>
  ['middle', 'sell', 'buy', 'cash_sell', 'cash_buy'].map((column) => `${table}.${column}`).join(', ');

/** What went before these rates: for each, its last `length` active values and its own. */
export async function pastOf(db: Database, ids: number[], length: number): Promise<Map<number, Past>> {
  if (ids.length === 0) return new Map();
  const ranked = db('rate_board as rate')
    .join('rate_board as past', (on) =>
      on
        .on('past.base', 'rate.base')
        .on('past.quote', 'rate.quote')
        .on('past.source', 'rate.source')
        .on('past.unit', 'rate.unit')
        .on('past.quoted_at', '<=', 'rate.quoted_at'),
    )
    .whereIn('rate.id', ids)
    .where((kept) => kept.where('past.status', 'active').orWhere('past.id', db.ref('rate.id')))
    .select({ of: 'rate.id', id: 'past.id', quoted_at: 'past.quoted_at' })
    .select(db.raw(`coalesce(${value('past')}) as value`))
    .select(db.raw('row_number() over (partition by rate.id order by past.quoted_at desc) as place'));
  const rows: Row[] = await db
    .from(ranked.as('ranked'))
    .where('place', '<=', Math.max(length, 2))
    .orderBy(['of', 'quoted_at']);
  return new Map(
    ids.map((id) => [
      id,
      toPast(
        rows.filter(({ of }) => of === id),
        length,
      ),
    ]),
  );
}

function toPast(rows: Row[], length: number): Past {
  const values = rows.map(({ quoted_at, value: text }) => ({
    quotedAt: quoted_at.toISOString(),
    value: normaliseDecimal(text),
  }));
  return {
    value: values.at(-1)?.value ?? null,
    previous: values.at(-2)?.value ?? null,
    trend: length > 0 ? values.slice(-length) : [],
  };
}
