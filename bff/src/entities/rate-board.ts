import type { Knex } from 'knex';
import { normaliseDecimal, percentChange } from '#crud/decimal.ts';
import { defineEntity, entityByKey } from '#crud/entity.ts';
import { toSnakeCase } from '#crud/fields.ts';
import { listRecords } from '#crud/list/list.ts';
import type { CrudContext, RowFilter } from '#crud/model.ts';
import { toStoredRecords } from '#crud/rows.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';

/** Filters to the latest active rate of each pair and source, and pending rates. */
async function filterLatest(db: Database, all: () => Knex.QueryBuilder): Promise<RowFilter> {
  const latestQuotes = all()
    .where('status', 'active')
    .groupBy('base', 'quote', 'source')
    .select('base', 'quote', 'source')
    .max({ quoted_at: 'quoted_at' });
  // read first, as a subquery would be evaluated for every rate ever posted
  const ids = await all()
    .join(latestQuotes.as('newest'), (on) => on.using(['base', 'quote', 'source', 'quoted_at']))
    .pluck('id');
  // an expression, so that the planner does not use the index of `status` and read every rate that was ever active
  const isStillActive = db.raw("IF(status = 'active', 1, 0)");
  return (rows) =>
    rows.where((any) =>
      any.where('status', 'pending').orWhere((active) => active.whereIn('id', ids).where(isStillActive)),
    );
}

const DAY_MS = 24 * 3_600_000;
const AGE_DAYS: Record<Schemas['RateAge'], number> = { day: 1, week: 7, month: 30 };

// the number of points in a trend chart
const TREND_LENGTH = 30;

export const rateBoard = defineEntity({
  key: 'rate_board',
  singular: 'Rate',
  plural: 'Rates',
  customFilters: {
    view: (db, view, _, all) => (view === 'all' ? () => undefined : filterLatest(db, all)),
    olderThan: (_db, age, { asOf }) => {
      const today = asOf === undefined ? Date.now() : Date.parse(asOf);
      // the cast: the contract allows no other values
      return (rows) => rows.where('quoted_at', '<', new Date(today - AGE_DAYS[age as Schemas['RateAge']] * DAY_MS));
    },
  },
  operations: (crud, entity) => ({
    listRates: async ({ query, caller }) => {
      const showsAll = query.view === 'all';
      const page = await listRecords(crud, entity, query, caller);
      // the cast: the list contains records of this entity
      const rates = page.items as Schemas['Rate'][];
      // no trend leads to a day of the past, as the rates that it would lead through may have changed since
      const comparedRates = query.asOf === undefined ? rates : [];
      const pastRates = await readPastRates(crud.db, comparedRates, showsAll ? 1 : TREND_LENGTH - 1);
      const items = rates.map((rate) => {
        const value = comparedValue(rate);
        const earlierRates = pastRates.get(rate.id) ?? [];
        return {
          ...rate,
          ...changeFrom(earlierRates.at(-1), value),
          trend:
            showsAll || !value || !pastRates.has(rate.id) ? [] : [...earlierRates, { quotedAt: rate.quotedAt, value }],
        };
      });
      return { status: 200, data: { ...page, items } };
    },
  }),
});

type Rate = Schemas['Rate'];

interface TrendPoint {
  quotedAt: string;
  value: string;
}

// a board may post any of these five; comparisons use the first one that is present
const AMOUNTS = ['middle', 'sell', 'buy', 'cashSell', 'cashBuy'] as const;

/** Returns the name of the amount of a rate that is used in comparisons. */
const comparedAmountName = (rate: Rate) => AMOUNTS.find((name) => rate[name] !== null) ?? null;

function comparedValue(rate: Rate): string | null {
  const name = comparedAmountName(rate);
  return name && rate[name];
}

/** Returns the value before a rate's own, and the change from it in per cent. */
const changeFrom = (earlier: TrendPoint | undefined, value: string | null) => ({
  previous: earlier?.value ?? null,
  change: value && earlier ? percentChange(earlier.value, value) : null,
});

/**
 * Reads for each rate the last `length` active values before it with the same pair, source and unit, oldest first. They are values of the
 * amount by which the rate itself is compared, as a middle and a selling rate differ without any change.
 */
async function readPastRates(db: Database, rates: Rate[], length: number): Promise<Map<number, TrendPoint[]>> {
  const pastRates = new Map<number, TrendPoint[]>(rates.map(({ id }) => [id, []]));
  // one query per rate, sent as a single statement. The index is forced, as the planner sometimes sorts the whole table
  const table = db.raw('rate_board force index (rate_board__pair_status)');
  const earlierRates = rates.flatMap((rate) => {
    const { id, base, quote, source, unit, quotedAt } = rate;
    const amount = comparedAmountName(rate);
    if (!amount) return [];
    return db
      .from(table)
      .where({ base, quote, source, unit, status: 'active' })
      .where('quoted_at', '<', new Date(quotedAt))
      .whereNotNull(toSnakeCase(amount))
      .orderBy('quoted_at', 'desc')
      .limit(length)
      .select(db.raw('? as rate', [id]), 'quoted_at', { value: toSnakeCase(amount) });
  });
  if (earlierRates.length === 0) return pastRates;
  const rows: { rate: number; quoted_at: Date; value: string }[] = await db.unionAll(earlierRates, true);
  for (const { rate, quoted_at, value: text } of rows)
    pastRates.get(rate)?.unshift({ quotedAt: quoted_at.toISOString(), value: normaliseDecimal(text) });
  return pastRates;
}

/** More points than this cannot be told apart in a chart. */
const MAX_SERIES_POINTS = 500;

/** Creates the handler of the series of a rate, which other kinds do not have. */
export const rateSeriesHandlers = (crud: CrudContext): Pick<Handlers, 'getRateSeries'> => ({
  getRateSeries: async ({ path, query }) => {
    const rows = await crud.db('rate_board').where({ id: path.id });
    const [stored] = await toStoredRecords(crud.db, entityByKey(crud, 'rate_board'), rows);
    if (!stored) throw new Problem('notFound');
    // the cast: the table contains records of this entity
    const rate = stored.record as Rate;
    const [pastRates, points] = await Promise.all([
      readPastRates(crud.db, [rate], 1),
      readSeries(crud.db, rate, query.days),
    ]);
    const change = changeFrom(pastRates.get(rate.id)?.at(-1), comparedValue(rate));
    return { status: 200, data: { amount: comparedAmountName(rate), ...change, points } };
  },
});

/**
 * Reads the values of a rate's pair, source and unit, oldest first: those that are active, and its own. With `days` only those of so many
 * days up to the newest.
 */
async function readSeries(db: Database, rate: Rate, days: number | undefined): Promise<TrendPoint[]> {
  const name = comparedAmountName(rate);
  const own = comparedValue(rate);
  if (!name || !own) return [];
  const { base, quote, source, unit } = rate;
  const quotes = () =>
    db(db.raw('rate_board force index (rate_board__pair_status)'))
      .where({ base, quote, source, unit, status: 'active' })
      .whereNotNull(toSnakeCase(name));
  const newest = await quotes().orderBy('quoted_at', 'desc').first('quoted_at');
  const endMs = Math.max(Date.parse(rate.quotedAt), newest?.quoted_at.getTime() ?? Number.NEGATIVE_INFINITY);
  const startMs = days === undefined ? Number.NEGATIVE_INFINITY : endMs - days * DAY_MS;
  const numbered = quotes()
    .modify((all) => days !== undefined && all.where('quoted_at', '>=', new Date(startMs)))
    .whereNot('id', rate.id)
    .select('quoted_at', { value: toSnakeCase(name) })
    .select(db.raw('ROW_NUMBER() OVER (ORDER BY quoted_at DESC) - 1 AS position, COUNT(*) OVER () AS total'));
  const rows: { quoted_at: Date; value: string }[] = await db
    .from(numbered.as('numbered'))
    .whereRaw('MOD(position, CEIL(total / ?)) = 0', [MAX_SERIES_POINTS])
    .select('quoted_at', 'value');
  const points = rows.map((row) => ({ quotedAt: row.quoted_at.toISOString(), value: normaliseDecimal(row.value) }));
  const isInRange = Date.parse(rate.quotedAt) >= startMs;
  return [...points, ...(isInRange ? [{ quotedAt: rate.quotedAt, value: own }] : [])].toSorted((a, b) =>
    a.quotedAt.localeCompare(b.quotedAt),
  );
}
