import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { recordsIn } from '../lists/listed-records.ts';

interface Point {
  quotedAt: string;
  value: string;
}

interface Comparison {
  amount: string | null;
  previous: string | null;
  change: string | null;
  points: Point[];
}

/** What differs of a rate from the others of its pair: one day of 1999, amounts that other rates lack, or another unit. */
interface Rate {
  /** The day of 1999, from 1, on which it is quoted. */
  day: number;
  status?: string;
  unit?: number;
  amounts: Record<string, string>;
}

const noAmounts = { buy: null, sell: null, cashBuy: null, cashSell: null, middle: null };
const timeOf = (day: number) => new Date(Date.UTC(1999, 5, day, 8, 30)).toISOString();

/** Creates rates of one pair, of a source that nobody else has, and returns them in the same order. */
async function createRates({ entity, records, record }: CaseContext, rates: Rate[]): Promise<RecordData[]> {
  const created: RecordData[] = [];
  for (const { day, status = 'active', unit = 1, amounts } of rates) {
    const { source } = record;
    const body = {
      ...(await records.freshBody(entity)),
      source,
      quotedAt: timeOf(day),
      unit,
      ...noAmounts,
      ...amounts,
    };
    created.push(await records.create(entity, status, 'editor', body));
  }
  return created;
}

/** Pairs of rates, the second of which is compared with the first, with what the comparison says. */
const comparisons: { name: string; rates: Rate[]; amount: string; previous: string | null; change: string | null }[] = [
  {
    name: 'a fall',
    rates: [
      { day: 1, amounts: { middle: '8' } },
      { day: 2, amounts: { middle: '7' } },
    ],
    amount: 'middle',
    previous: '8',
    change: '-12.50',
  },
  {
    name: 'no change',
    rates: [
      { day: 1, amounts: { middle: '7.1' } },
      { day: 2, amounts: { middle: '7.1000' } },
    ],
    amount: 'middle',
    previous: '7.1',
    change: '0.00',
  },
  {
    name: 'two decimals that are rounded',
    rates: [
      { day: 1, amounts: { middle: '3' } },
      { day: 2, amounts: { middle: '4' } },
    ],
    amount: 'middle',
    previous: '3',
    change: '+33.33',
  },
  {
    name: 'the middle before all others',
    rates: [
      { day: 1, amounts: { middle: '2', sell: '10', buy: '5' } },
      { day: 2, amounts: { middle: '3', sell: '20', buy: '6' } },
    ],
    amount: 'middle',
    previous: '2',
    change: '+50.00',
  },
  {
    name: 'selling before buying',
    rates: [
      { day: 1, amounts: { sell: '4', buy: '2', cashSell: '9', cashBuy: '1' } },
      { day: 2, amounts: { sell: '5', buy: '4', cashSell: '10', cashBuy: '4' } },
    ],
    amount: 'sell',
    previous: '4',
    change: '+25.00',
  },
  {
    name: 'buying before banknotes',
    rates: [
      { day: 1, amounts: { buy: '2', cashSell: '9', cashBuy: '1' } },
      { day: 2, amounts: { buy: '3', cashSell: '18', cashBuy: '4' } },
    ],
    amount: 'buy',
    previous: '2',
    change: '+50.00',
  },
  {
    name: 'selling banknotes before buying them',
    rates: [
      { day: 1, amounts: { cashSell: '8', cashBuy: '1' } },
      { day: 2, amounts: { cashSell: '10', cashBuy: '4' } },
    ],
    amount: 'cashSell',
    previous: '8',
    change: '+25.00',
  },
  {
    name: 'buying banknotes where there is nothing else',
    rates: [
      { day: 1, amounts: { cashBuy: '5' } },
      { day: 2, amounts: { cashBuy: '4' } },
    ],
    amount: 'cashBuy',
    previous: '5',
    change: '-20.00',
  },
  {
    name: 'the same amount of the rate before, past one that lacks it',
    rates: [
      { day: 1, amounts: { middle: '2' } },
      { day: 2, amounts: { sell: '90' } },
      { day: 3, amounts: { middle: '3' } },
    ],
    amount: 'middle',
    previous: '2',
    change: '+50.00',
  },
  {
    name: 'only rates of the same unit',
    rates: [
      { day: 1, amounts: { middle: '2' } },
      { day: 2, unit: 100, amounts: { middle: '200' } },
      { day: 3, amounts: { middle: '3' } },
    ],
    amount: 'middle',
    previous: '2',
    change: '+50.00',
  },
  {
    name: 'only active rates before it',
    rates: [
      { day: 1, amounts: { middle: '2' } },
      { day: 2, status: 'pending', amounts: { middle: '7' } },
      { day: 3, status: 'inactive', amounts: { middle: '8' } },
      { day: 4, status: 'approved', amounts: { middle: '9' } },
      { day: 5, amounts: { middle: '3' } },
    ],
    amount: 'middle',
    previous: '2',
    change: '+50.00',
  },
  {
    name: 'nothing where there is no rate before it',
    rates: [{ day: 1, amounts: { middle: '2' } }],
    amount: 'middle',
    previous: null,
    change: null,
  },
];

/** Tests with what a rate is compared, the values of its pair over time, and which rates are the latest. */
export function rateComparisonCases(entities: TestedEntity[]): Case[] {
  const entity = entities.find(({ operations }) => operations.list.id === 'listRates');
  if (!entity) return [];
  const base = { entity, needs: { role: 'viewer', recordState: 'pending' as const } };
  return [
    ...comparisons.map(({ name, rates, amount, previous, change }): Case => {
      let last: RecordData | undefined;
      return {
        ...base,
        operationId: 'getRateSeries',
        name: `compares with the rate before: ${name}`,
        request: async (context) => {
          last = (await createRates(context, rates)).at(-1);
          return { params: { id: last?.id ?? 0 } };
        },
        expect: {
          status: 200,
          check: async ({ data }, context) => {
            const series = data as unknown as Comparison; // Cast: validated before.
            assert.deepEqual(
              [series.amount, Number(series.previous), series.change],
              [amount, Number(previous), change],
            );
            assert.equal(series.previous === null, previous === null);
            const own = rates.at(-1);
            const isCompared = (rate: Rate) =>
              (rate.status ?? 'active') === 'active' && (rate.unit ?? 1) === (own?.unit ?? 1) && amount in rate.amounts;
            const expected = rates.filter(isCompared).map(({ day, amounts }) => [timeOf(day), Number(amounts[amount])]);
            assert.deepEqual(
              series.points.map(({ quotedAt, value }) => [quotedAt, Number(value)]),
              expected,
            );
            const query = { source: String(context.record.source), status: 'active' };
            const latest = recordsIn(await context.call('list', 'viewer', { query })).find(({ id }) => id === last?.id);
            assert.deepEqual(
              [Number(latest?.previous), latest?.change],
              [Number(previous), change],
              'the list says the same',
            );
            const trend = latest?.trend as Point[]; // Cast: validated by its own cases.
            assert.deepEqual(
              trend.map(({ quotedAt, value }) => [quotedAt, Number(value)]),
              expected,
            );
            const all = await context.call('list', 'viewer', { query: { ...query, view: 'all' } });
            const same = recordsIn(all).find(({ id }) => id === last?.id);
            assert.deepEqual([Number(same?.previous), same?.change, same?.trend], [Number(previous), change, []]);
          },
        },
      };
    }),
    ...seriesCases(entity),
    latestCase(entity),
    ageCase(entity),
  ];
}

function seriesCases(entity: TestedEntity): Case[] {
  const days = [1, 300, 340, 366 + 10];
  return [30, 90, 365].map(
    (limit): Case => ({
      entity,
      operationId: 'getRateSeries',
      name: `leaves out the values of more than ${limit} days before the newest`,
      needs: { role: 'viewer', recordState: 'pending' },
      request: async (context) => {
        const rates = days.map((day) => ({ day, amounts: { middle: String(day) } }));
        const created = await createRates(context, rates);
        return { params: { id: created.at(-1)?.id ?? 0 }, query: { days: limit } };
      },
      expect: {
        status: 200,
        check: ({ data }) => {
          const { points } = data as unknown as Comparison; // Cast: validated before.
          const newest = days.at(-1) ?? 0;
          assert.deepEqual(
            points.map(({ value }) => Number(value)),
            days.filter((day) => newest - day <= limit),
          );
        },
      },
    }),
  );
}

function latestCase(entity: TestedEntity): Case {
  let created: RecordData[] = [];
  return {
    entity,
    operationId: 'listRates',
    name: 'has the newest active rate of each pair and the pending ones, whatever their order, by default',
    needs: { role: 'viewer', recordState: 'pending' },
    request: async (context) => {
      created = await createRates(context, [
        { day: 3, amounts: { middle: '3' } },
        { day: 1, amounts: { middle: '1' } },
        { day: 2, amounts: { middle: '2' } },
        { day: 9, status: 'inactive', amounts: { middle: '9' } },
        { day: 8, status: 'rejected', amounts: { middle: '8' } },
        { day: 4, status: 'pending', amounts: { middle: '4' } },
        { day: 5, status: 'pending', amounts: { middle: '5' } },
      ]);
      return { query: { source: String(context.record.source), pageSize: 100 } };
    },
    expect: {
      status: 200,
      check: async (response, context) => {
        const idsOf = (records: (RecordData | undefined)[]) =>
          records.map((rate) => rate?.id ?? 0).toSorted((a, b) => a - b);
        const { record } = context;
        assert.deepEqual(idsOf(recordsIn(response)), idsOf([record, created[0], created[5], created[6]]));
        assert.deepEqual(response.data.counts, { active: 1, pending: 3 });
        const query = { source: String(record.source), view: 'all', pageSize: 100 };
        const all = await context.call('list', 'viewer', { query });
        assert.deepEqual(idsOf(recordsIn(all)), idsOf([record, ...created]));
      },
    },
  };
}

/** Tests which rates were quoted longer ago than a day, a week or a month. */
function ageCase(entity: TestedEntity): Case {
  const hours = { recent: 12, day: 30, week: 8 * 24, month: 31 * 24 };
  let rates: RecordData[] = [];
  return {
    entity,
    operationId: 'listRates',
    name: 'finds the rates that were quoted longer than a day, a week or a month ago',
    needs: { role: 'viewer', recordState: 'pending' },
    request: async (context) => {
      rates = [];
      for (const age of Object.values(hours)) {
        const quotedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - age * 3_600_000).toISOString();
        const body = { ...(await context.freshBody()), source: context.record.source, quotedAt };
        rates.push(await context.records.create(entity, 'pending', 'editor', body));
      }
      return { query: { source: String(context.record.source), view: 'all', pageSize: 100 } };
    },
    expect: {
      status: 200,
      check: async (_, context) => {
        const { record } = context;
        const query = { source: String(record.source), view: 'all', pageSize: 100 };
        // the record of the case is of 1999
        const expected = { day: rates.slice(1), week: rates.slice(2), month: rates.slice(3) };
        for (const [olderThan, older] of Object.entries(expected)) {
          const found = recordsIn(await context.call('list', 'viewer', { query: { ...query, olderThan } }));
          const ids = (list: RecordData[]) => list.map(({ id }) => id).toSorted((a, b) => a - b);
          assert.deepEqual(ids(found), ids([record, ...older]), `older than a ${olderThan}`);
        }
      },
    },
  };
}
