import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import { unchangedBody } from '../../../suite/records/tested-entity.ts';
import { assertListed, includesRecord } from '../lists/listed-records.ts';

/** For each validity, the first and last day of an agreement, counted in days from today. */
const validityDays: Record<string, [number, number]> = {
  upcoming: [2, 400],
  running: [-2, 60],
  ending: [-2, 10],
  expired: [-20, -2],
};

/** Tests the validity filter of agreements. */
export function validityCases(entities: TestedEntity[]): Case[] {
  return entities
    .filter(({ operations }) => operations.list.parameters.some(({ name }) => name === 'validity'))
    .flatMap((entity) => [
      callerDateCase(entity),
      ...Object.entries(validityDays).map(
        ([validity, [from, to]]): Case => ({
          entity,
          operationId: entity.operations.list.id,
          name: `finds agreements that are ${validity}`,
          needs: { role: 'viewer', recordState: 'pending' },
          request: async (context) => {
            const body = { ...unchangedBody(entity, context.record), validFrom: dayIn(from), validTo: dayIn(to) };
            await context.call('update', 'editor', { ...versionedTarget(context.record), body });
            return { query: { validity, sort: '-createTime' } };
          },
          expect: {
            status: 200,
            check: async (response, context) => {
              assertListed(response, context);
              const others = Object.keys(validityDays).filter((candidate) => !isPartOf(validity, candidate));
              for (const other of [...others, others.join()]) {
                const query = { validity: other, sort: '-createTime' };
                assert.ok(
                  !includesRecord(await context.call('list', 'viewer', { query }), context.record),
                  `the agreement is not ${other}`,
                );
              }
            },
          },
        }),
      ),
    ]);
}

/** Tests that expiry depends on the caller's date, which may differ from the date in UTC. */
function callerDateCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: 'finds expired agreements by the caller’s date',
    needs: { role: 'viewer', recordState: 'pending' },
    request: async (context) => {
      const body = { ...unchangedBody(entity, context.record), validFrom: dayIn(-2), validTo: dayIn(10) };
      await context.call('update', 'editor', { ...versionedTarget(context.record), body });
      return { query: { validity: 'expired', today: dayIn(11), sort: '-createTime' } };
    },
    expect: {
      status: 200,
      check: async (response, context) => {
        assertListed(response, context);
        const query = { validity: 'expired', today: dayIn(10), sort: '-createTime' };
        assert.ok(
          !includesRecord(await context.call('list', 'viewer', { query }), context.record),
          'it is still valid on its last day',
        );
      },
    },
  };
}

/** Returns true if an agreement of one validity also has the other: one that ends soon is still running. */
function isPartOf(validity: string, other: string): boolean {
  return validity === other || (validity === 'ending' && other === 'running');
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
