import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { type RecordState, versionedTarget } from '../../../suite/records/records.ts';
import { type TestedEntity, unchangedBody } from '../../../suite/records/tested-entity.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { recordsIn } from '../lists/listed-records.ts';

const olderTime = '1999-06-01T00:00:00.000Z';
const newerTime = '1999-06-02T00:00:00.000Z';
const newestTime = '1999-06-03T00:00:00.000Z';

/** Tests the rate board's two views: the newest rate of each pair, and all rates. */
export function rateBoardCases(entities: TestedEntity[]): Case[] {
  const entity = entities.find(({ operations }) => operations.list.id === 'listRates');
  if (!entity) return [];
  const base = {
    entity,
    operationId: entity.operations.list.id,
    needs: { role: 'viewer', recordState: 'pending' as const },
  };
  return [
    ...quotedAtCases(entity),
    {
      ...base,
      name: 'returns the newest active rate of a pair with the previous one',
      request: async (context) => ({ query: { source: await createRatePair(context, 'active') } }),
      expect: {
        status: 200,
        check: (response) => {
          const [rate, ...otherRates] = activeRates(recordsIn(response));
          assert.deepEqual([rate?.quotedAt, otherRates], [newerTime, []]);
          assert.deepEqual([Number(rate?.previous), rate?.change], [2, '+25.00']);
          assert.deepEqual(trendOf(rate), [
            [olderTime, 2],
            [newerTime, 2.5],
          ]);
        },
      },
    },
    {
      ...base,
      name: 'returns a pending rate in addition to the newest active one',
      request: async (context) => ({ query: { source: await createRatePair(context, 'pending') } }),
      expect: {
        status: 200,
        check: (response, { record }) => {
          const [activeRate, ...otherRates] = activeRates(recordsIn(response));
          assert.deepEqual(
            [activeRate?.quotedAt, activeRate?.previous, activeRate?.change, otherRates],
            [olderTime, null, null, []],
          );
          const pendingRates = recordsIn(response).filter(({ status, id }) => status === 'pending' && id !== record.id);
          assert.deepEqual(
            pendingRates.map(({ quotedAt }) => quotedAt),
            [newerTime],
          );
        },
      },
    },
    {
      ...base,
      name: 'returns the previous rate if the newest is inactive',
      request: async (context) => {
        const source = await createRatePair(context, 'active');
        await createRate(context, source, newestTime, '3', 'inactive');
        return { query: { source } };
      },
      expect: {
        status: 200,
        check: (response) =>
          assert.deepEqual(
            activeRates(recordsIn(response)).map(({ quotedAt }) => quotedAt),
            [newerTime],
          ),
      },
    },
    {
      ...base,
      name: 'returns every rate with view=all',
      request: async (context) => ({
        query: { view: 'all', sort: '-quotedAt', source: await createRatePair(context, 'active') },
      }),
      expect: {
        status: 200,
        check: (response) => {
          const shownRates = activeRates(recordsIn(response));
          assert.deepEqual(
            shownRates.map(({ quotedAt, trend }) => [quotedAt, trend]),
            [
              [newerTime, []],
              [olderTime, []],
            ],
          );
        },
      },
    },
    {
      ...base,
      operationId: 'getRateSeries',
      name: 'compares a rate only with earlier ones that have the same amount',
      request: async (context) => {
        const source = await createRatePair(context, 'active');
        const { id } = await createRate(context, source, newestTime, null, 'active', '9');
        return { params: { id } };
      },
      expect: {
        status: 200,
        check: ({ data }) => {
          // Cast: validated against the schema of the answer before.
          const { points, ...comparison } = data as unknown as Record<string, unknown> & { points: TrendPoint[] };
          assert.deepEqual(comparison, { amount: 'sell', previous: null, change: null });
          assert.deepEqual(
            points.map(({ quotedAt, value }) => [quotedAt, Number(value)]),
            [[newestTime, 9]],
          );
        },
      },
    },
    ...[30, 90, 365, undefined].map(
      (days): Case => ({
        ...base,
        operationId: 'getRateSeries',
        name: `returns the values of a pair over ${days === undefined ? 'all time' : `${days} days`}`,
        request: async (context) => {
          const source = await createRatePair(context, 'active');
          const { data } = await context.backend.call(context.backend.operation('listRates'), 'viewer', {
            query: { source },
          });
          const rate = activeRates((data.items ?? []) as RecordData[])[0]; // Cast: validated by its own cases.
          return { params: { id: rate?.id ?? 0 }, ...(days !== undefined && { query: { days } }) };
        },
        expect: {
          status: 200,
          check: ({ data }) => {
            // Cast: validated against the schema of the answer before.
            const { points, previous } = data as unknown as { points: TrendPoint[]; previous: string | null };
            assert.deepEqual(
              points.map(({ quotedAt, value }) => [quotedAt, Number(value)]),
              [
                [olderTime, 2],
                [newerTime, 2.5],
              ],
            );
            assert.equal(Number(previous), 2);
          },
        },
      }),
    ),
  ];
}

/** Creates two rates of one pair, the second in a status, and returns their source. */
async function createRatePair(context: CaseContext, status: RecordState): Promise<string> {
  const source = String(context.record.source);
  await createRate(context, source, olderTime, '2', 'active');
  await createRate(context, source, newerTime, '2.5', status);
  return source;
}

async function createRate(
  { records, entity }: CaseContext,
  source: string,
  quotedAt: string,
  middle: string | null,
  status: RecordState,
  sell: string | null = null,
) {
  const amounts = { buy: null, sell, cashBuy: null, cashSell: null, middle };
  const body = { ...(await records.freshBody(entity)), source, quotedAt, ...amounts };
  return records.create(entity, status, 'editor', body);
}

function activeRates(rates: RecordData[]): RecordData[] {
  return rates.filter(({ status }) => status === 'active');
}

interface TrendPoint {
  quotedAt: string;
  value: string;
}

function trendOf(rate: RecordData | undefined): [string, number][] {
  const values = (rate?.trend ?? []) as TrendPoint[]; // Cast: validated before.
  return values.map(({ quotedAt, value }) => [quotedAt, Number(value)]);
}

/** Tests that the time of a rate is the same to the second after it was created, changed and listed, in UTC. */
function quotedAtCases(entity: TestedEntity): Case[] {
  const times = { '1999-06-04T07:08:09.000Z': 'in UTC', '1999-06-05T07:08:09+08:00': 'in another zone' };
  return Object.entries(times).map(([quotedAt, zone]) => ({
    entity,
    operationId: entity.operations.update.id,
    name: `keeps the seconds of the time of a rate, ${zone}`,
    needs: { role: 'editor', recordState: 'pending' },
    request: ({ record }) => ({
      ...versionedTarget(record),
      body: { ...unchangedBody(entity, record), quotedAt },
    }),
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const expected = new Date(quotedAt).toISOString();
        assert.equal(data.record?.quotedAt, expected);
        const read = await context.call('get', 'viewer', { params: { id: context.record.id } });
        assert.equal(read.data.record?.quotedAt, expected);
        const query = { source: String(data.record?.source), view: 'all', pageSize: 100 };
        const listed = recordsIn(await context.call('list', 'viewer', { query }));
        assert.equal(listed.find(({ id }) => id === context.record.id)?.quotedAt, expected);
      },
    },
  }));
}
