import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { RecordData } from '../suite/data.ts';
import type { Kind } from '../suite/kind.ts';
import type { State } from '../suite/records.ts';
import type { Scene } from '../suite/scene.ts';
import { recordsOf } from './listed.ts';

const olderTime = '1999-06-01T00:00:00.000Z';
const newerTime = '1999-06-02T00:00:00.000Z';
const newestTime = '1999-06-03T00:00:00.000Z';

/** Cases of the rate board's two views: the newest rate of each pair, and all rates. */
export function rateBoardCases(kinds: Kind[]): Case[] {
  const kind = kinds.find(({ ops }) => ops.list.id === 'listRates');
  if (!kind) return [];
  const base = { kind, operationId: kind.ops.list.id, needs: { as: 'viewer', record: 'pending' as const } };
  return [
    {
      ...base,
      name: 'shows the newest active rate of a pair with the previous one',
      request: async (scene) => ({ query: { source: await pair(scene, 'active') } }),
      expect: {
        status: 200,
        check: (answer) => {
          const [rate, ...more] = activate(recordsOf(answer));
          assert.deepEqual([rate?.quotedAt, more], [newerTime, []]);
          assert.deepEqual([Number(rate?.previous), Number(rate?.change)], [2, 25]);
          assert.match(String(rate?.change), /^\+?25\.00$/);
          assert.deepEqual(trendOf(rate), [
            [olderTime, 2],
            [newerTime, 2.5],
          ]);
        },
      },
    },
    {
      ...base,
      name: 'shows a pending rate beside the newest active one',
      request: async (scene) => ({ query: { source: await pair(scene, 'pending') } }),
      expect: {
        status: 200,
        check: (answer, { record }) => {
          const [first, ...more] = activate(recordsOf(answer));
          assert.deepEqual([first?.quotedAt, first?.previous, first?.change, more], [olderTime, null, null, []]);
          const pendingRates = recordsOf(answer).filter(({ status, id }) => status === 'pending' && id !== record.id);
          assert.deepEqual(
            pendingRates.map(({ quotedAt }) => quotedAt),
            [newerTime],
          );
        },
      },
    },
    {
      ...base,
      name: 'shows the previous rate when the newest is deactivated',
      request: async (scene) => {
        const source = await pair(scene, 'active');
        await createRate(scene, source, newestTime, '3', 'inactive');
        return { query: { source } };
      },
      expect: {
        status: 200,
        check: (answer) =>
          assert.deepEqual(
            activate(recordsOf(answer)).map(({ quotedAt }) => quotedAt),
            [newerTime],
          ),
      },
    },
    {
      ...base,
      name: 'shows every rate in the view of all',
      request: async (scene) => ({ query: { view: 'all', sort: '-quotedAt', source: await pair(scene, 'active') } }),
      expect: {
        status: 200,
        check: (answer) => {
          const shownRates = activate(recordsOf(answer));
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
  ];
}

/** Creates two rates of one pair, the second in a status, and returns their source. */
async function pair(scene: Scene, status: State): Promise<string> {
  const source = String(scene.record.source);
  await createRate(scene, source, olderTime, '2', 'active');
  await createRate(scene, source, newerTime, '2.5', status);
  return source;
}

async function createRate({ records, kind }: Scene, source: string, quotedAt: string, middle: string, status: State) {
  const amounts = { buy: null, sell: null, cashBuy: null, cashSell: null, middle };
  const body = { ...(await records.freshBody(kind)), source, quotedAt, ...amounts };
  return records.make(kind, status, 'editor', body);
}

function activate(rates: RecordData[]): RecordData[] {
  return rates.filter(({ status }) => status === 'active');
}

function trendOf(rate: RecordData | undefined): [string, number][] {
  const values = (rate?.trend ?? []) as { quotedAt: string; value: string }[]; // Cast: validated before.
  return values.map(({ quotedAt, value }) => [quotedAt, Number(value)]);
}
