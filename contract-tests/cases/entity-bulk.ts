import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Answer } from '../suite/client.ts';
import type { OutcomeData, RecordData } from '../suite/data.ts';
import type { Kind } from '../suite/kind.ts';
import { unknownId } from '../suite/requests.ts';

export function bulkCases(kind: Kind): Case[] {
  const base = { kind, operationId: kind.ops.bulk.id };
  return [
    {
      ...base,
      name: 'activates what can be activated and reports the rest',
      needs: { as: 'reviewer', record: 'approved' },
      request: async (scene) => ({
        body: { action: 'activate', items: [scene.record, await scene.another('pending')].map(item) },
      }),
      expect: {
        status: 200,
        check: (answer, { record }) => {
          const [first, second] = outcomes(answer);
          assert.deepEqual([first?.id, first?.code, second?.code], [record.id, 200, 409]);
          assert.equal(first?.data?.record?.status, 'active');
          assert.equal(second?.data?.key, 'invalidTransition');
          assert.ok(second?.message, 'it says what is wrong');
        },
      },
    },
    {
      ...base,
      name: 'reports deleted, proposed, missing and refused records in one response',
      needs: { as: 'editor', record: 'pending' },
      request: async (scene) => {
        const staleItem = await scene.another('pending');
        await scene.records.update(kind, staleItem, 'editor');
        const items = [scene.record, await scene.another('active'), staleItem].map(item);
        return { body: { action: 'delete', items: [...items, { id: unknownId, version: 1 }] } };
      },
      expect: {
        status: 200,
        check: (answer) => {
          const [deleted, active, stale, unknown] = outcomes(answer);
          assert.deepEqual([deleted?.code, stale?.code, unknown?.code], [200, 412, 404]);
          assert.equal(stale?.data?.key, 'versionConflict');
          if (kind.review === 'none') assert.equal(active?.code, 200, 'under nobody’s review it is deleted at once');
          else assert.deepEqual([active?.code, active?.data?.proposal?.action], [202, 'delete']);
        },
      },
    },
    {
      ...base,
      name: kind.review === 'none' ? 'lets anybody approve' : 'lets nobody approve own work',
      needs: { as: 'admin', record: 'pending' },
      request: async (scene) => ({
        body: { action: 'approve', items: [scene.record, await scene.another('pending', 'admin')].map(item) },
      }),
      expect: {
        status: 200,
        check: (answer) => {
          const [otherRecord, ownRecord] = outcomes(answer);
          const expectedOutcomes = kind.review === 'none' ? [200, 200, undefined] : [200, 409, 'secondPerson'];
          assert.deepEqual([otherRecord?.code, ownRecord?.code, ownRecord?.data?.key], expectedOutcomes);
        },
      },
    },
  ];
}

function item({ id, version }: RecordData): { id: number; version: number } {
  return { id, version };
}

function outcomes(answer: Answer): OutcomeData[] {
  return (answer.data.items ?? []) as OutcomeData[]; // Cast: validated against the bulk answer's schema before.
}
