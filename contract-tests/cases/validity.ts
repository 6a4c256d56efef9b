import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';
import { bodyOf } from '../suite/kind.ts';
import { targetOf } from '../suite/records.ts';
import { expectFound, includesRecord } from './listed.ts';

/** The range of days from today to the end of an agreement, by its validity. */
const spans: Record<string, [number, number]> = {
  upcoming: [2, 400],
  running: [-2, 60],
  ending: [-2, 10],
  expired: [-20, -2],
};

/** Cases of the validity filter of agreements. */
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
            await scene.call('update', 'editor', { ...targetOf(scene.record), body });
            return { query: { validity, sort: '-createTime' } };
          },
          expect: {
            status: 200,
            check: async (answer, scene) => {
              expectFound(answer, scene);
              for (const other of Object.keys(spans).filter((one) => !isPartOf(validity, one))) {
                const query = { validity: other, sort: '-createTime' };
                assert.ok(
                  !includesRecord(await scene.call('list', 'viewer', { query }), scene.record),
                  `it is not ${other}`,
                );
              }
            },
          },
        }),
      ),
    ]);
}

/** Expiry depends on the caller's day, which may differ from the UTC day. */
function byAnotherDay(kind: Kind): Case {
  return {
    kind,
    operationId: kind.ops.list.id,
    name: 'finds expired agreements by the caller’s day',
    needs: { as: 'viewer', record: 'pending' },
    request: async (scene) => {
      const body = { ...bodyOf(kind, scene.record), validFrom: dayIn(-2), validTo: dayIn(10) };
      await scene.call('update', 'editor', { ...targetOf(scene.record), body });
      return { query: { validity: 'expired', today: dayIn(11), sort: '-createTime' } };
    },
    expect: {
      status: 200,
      check: async (answer, scene) => {
        expectFound(answer, scene);
        const query = { validity: 'expired', today: dayIn(10), sort: '-createTime' };
        assert.ok(!includesRecord(await scene.call('list', 'viewer', { query }), scene.record), 'its last day counts');
      },
    },
  };
}

/** An agreement that ends soon is still running. */
function isPartOf(validity: string, other: string): boolean {
  return validity === other || (validity === 'ending' && other === 'running');
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
