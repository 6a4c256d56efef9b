import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';
import { bodyOf } from '../suite/kind.ts';
import { at } from '../suite/records.ts';
import { findsIt, has } from './listed.ts';

/** From how many days off to how many, by what an agreement then is. */
const spans: Record<string, [number, number]> = {
  upcoming: [2, 400],
  running: [-2, 60],
  ending: [-2, 10],
  expired: [-20, -2],
};

/** What only agreements have: where today stands in them. */
export function validityCases(kinds: Kind[]): Case[] {
  return kinds
    .filter(({ ops }) => ops.list.parameters.some(({ name }) => name === 'validity'))
    .flatMap((kind) => [
      byAnotherDay(kind),
      ...Object.entries(spans).map(
        ([validity, [from, to]]): Case => ({
          kind,
          operationId: kind.ops.list.id,
          name: `finds what is ${validity}`,
          needs: { as: 'viewer', record: 'pending' },
          request: async (scene) => {
            const body = { ...bodyOf(kind, scene.record), validFrom: dayIn(from), validTo: dayIn(to) };
            await scene.call('update', 'editor', { ...at(scene.record), body });
            return { query: { validity, sort: '-createTime' } };
          },
          expect: {
            status: 200,
            check: async (answer, scene) => {
              findsIt(answer, scene);
              for (const other of Object.keys(spans).filter((one) => !isPartOf(validity, one))) {
                const query = { validity: other, sort: '-createTime' };
                assert.ok(!has(await scene.call('list', 'viewer', { query }), scene.record), `it is not ${other}`);
              }
            },
          },
        }),
      ),
    ]);
}

/** The day after its last one has begun where the caller is. */
function byAnotherDay(kind: Kind): Case {
  return {
    kind,
    operationId: kind.ops.list.id,
    name: 'finds what has expired by the day that the caller says',
    needs: { as: 'viewer', record: 'pending' },
    request: async (scene) => {
      const body = { ...bodyOf(kind, scene.record), validFrom: dayIn(-2), validTo: dayIn(10) };
      await scene.call('update', 'editor', { ...at(scene.record), body });
      return { query: { validity: 'expired', today: dayIn(11), sort: '-createTime' } };
    },
    expect: {
      status: 200,
      check: async (answer, scene) => {
        findsIt(answer, scene);
        const query = { validity: 'expired', today: dayIn(10), sort: '-createTime' };
        assert.ok(!has(await scene.call('list', 'viewer', { query }), scene.record), 'its last day counts');
      },
    },
  };
}

/** What is about to end is running still. */
function isPartOf(validity: string, other: string): boolean {
  return validity === other || (validity === 'ending' && other === 'running');
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
