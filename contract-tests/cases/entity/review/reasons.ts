import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { bulkChangeOf, onlyThis, waitForEnd } from '../../../suite/features/bulk-changes.ts';
import { type RecordState, versionedTarget } from '../../../suite/records/records.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { ChangeData } from '../../../suite/requests/response-data.ts';
import { assertSameMoment } from '../../../suite/until.ts';
import { changedBody } from '../../../suite/values/changed-body.ts';

const reason = 'as agreed, 见附件 “7”';

/** Each event with a status that it is for, the role that may do it, and what comes of it. */
const events: { event: string; from: RecordState; role: string; to: string }[] = [
  { event: 'approve', from: 'pending', role: 'reviewer', to: 'approved' },
  { event: 'reject', from: 'pending', role: 'reviewer', to: 'rejected' },
  { event: 'activate', from: 'approved', role: 'reviewer', to: 'active' },
  { event: 'deactivate', from: 'active', role: 'reviewer', to: 'inactive' },
  { event: 'resubmit', from: 'rejected', role: 'editor', to: 'pending' },
];

/** Tests that the reason of an event is kept in the history and the log, whether the event is one of many or by itself. */
export function reasonCases(entity: TestedEntity): Case[] {
  return [
    ...events.flatMap(({ event, from, role, to }): Case[] => {
      const base = { entity, needs: { role, recordState: from } };
      const change = { event, role, to };
      return [
        {
          ...base,
          operationId: entity.operations.transition.id,
          name: `keeps the reason of ${event}`,
          request: ({ record }) => ({ ...versionedTarget(record), body: { event, reason } }),
          expect: { status: 200, check: (_, context) => assertReason(context, change) },
        },
        {
          ...base,
          operationId: entity.operations.bulk.id,
          name: `keeps the reason of ${event} of many`,
          request: ({ record: { id, version } }) => ({ body: { action: event, reason, items: [{ id, version }] } }),
          expect: { status: 200, check: (_, context) => assertReason(context, change) },
        },
        {
          ...base,
          operationId: entity.operations.bulkMatching.id,
          name: `keeps the reason of ${event} of all that match`,
          request: (context) => ({ query: onlyThis(context), body: { action: event, reason, total: 1 } }),
          expect: {
            status: 202,
            check: async (response, context) => {
              const { done, ...report } = await waitForEnd(context, bulkChangeOf(response).id, role);
              assert.deepEqual([done, Object(report).reason, Object(report).action], [1, reason, event]);
              await assertReason(context, change);
            },
          },
        },
      ];
    }),
    rejectionCase(entity),
    ...(entity.review === 'none' ? [] : closedProposalCases(entity)),
  ];
}

async function assertReason(
  context: CaseContext,
  { event, role, to }: { event: string; role: string; to: string },
): Promise<void> {
  const { backend, record, entity } = context;
  const actor = context.username(role);
  const { data } = await context.call('history', 'viewer', { params: { id: record.id } });
  const [change] = data.items as ChangeData[]; // Cast: validated by its own cases.
  assert.deepEqual(
    [change?.action, change?.reason, change?.actor, change?.after?.status, change?.version],
    [event, reason, actor, to, record.version + 1],
  );
  const query = { entity: entity.tag, recordId: record.id, limit: 1 };
  const log = await backend.call(backend.operation('listDataLogs'), 'admin', { query });
  const [entry] = log.data.items as ChangeData[]; // Cast: as above.
  assert.deepEqual([entry?.action, entry?.reason], [event, reason], 'the log has it too');
}

interface Rejection {
  kind: string;
  by: string;
  time: string;
  reason?: string;
}

/** Tests what a rejected record says of its rejection, until it is submitted again. */
function rejectionCase(entity: TestedEntity): Case {
  const read = async (context: CaseContext, role: string) => {
    const { data } = await context.call('get', role, { params: { id: context.record.id } });
    return (data as { rejection?: Rejection }).rejection; // Cast: validated by its own cases.
  };
  return {
    entity,
    operationId: entity.operations.get.id,
    name: 'says who has rejected it, when and why, until it is submitted again',
    needs: { role: 'viewer', recordState: 'rejected' },
    request: ({ record }) => ({ params: { id: record.id } }),
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { rejection } = data as { rejection?: Rejection }; // Cast: validated before.
        const { kind, by, time, reason: stated } = rejection ?? {};
        assert.deepEqual([kind, by, stated], ['record', context.username('reviewer'), 'not yet complete']);
        assertSameMoment(time, context.record.updateTime);
        assert.equal((await read(context, 'editor'))?.by, by, 'its author reads it too');
        await context.call('transition', 'editor', { ...versionedTarget(context.record), body: { event: 'resubmit' } });
        assert.equal(await read(context, 'editor'), undefined, 'what was submitted again is not rejected');
      },
    },
  };
}

interface ClosedProposal {
  id: number;
  action: string;
  by: string;
  changes: string[];
  after?: object;
  decision?: { outcome: string; by: string; reason?: string };
}

/** Tests that the history has the proposals that did not become changes, newest first. */
function closedProposalCases(entity: TestedEntity): Case[] {
  return [
    {
      entity,
      operationId: entity.operations.history.id,
      name: 'has the proposals that were rejected or withdrawn, newest first',
      needs: { role: 'viewer', recordState: 'update proposed' },
      request: async (context) => {
        const { record, proposalTarget } = context;
        await context.call('decide', 'reviewer', { ...proposalTarget, body: { decision: 'reject', reason } });
        const body = changedBody(entity, record, 2);
        const { data } = await context.call('update', 'admin', { ...versionedTarget(record), body });
        await context.call('withdraw', 'admin', { params: { id: record.id }, version: data.proposal?.version ?? 0 });
        return { params: { id: record.id } };
      },
      expect: {
        status: 200,
        check: ({ data }, context) => {
          const proposals = data.proposals as unknown as ClosedProposal[]; // Cast: validated before; a history has whole ones.
          assert.deepEqual(
            proposals.map(({ action, by, decision }) => [
              action,
              by,
              decision?.outcome,
              decision?.by,
              decision?.reason,
            ]),
            [
              ['update', context.username('admin'), 'withdrawn', context.username('admin'), undefined],
              ['update', context.username('editor'), 'rejected', context.username('reviewer'), reason],
            ],
          );
          assert.equal(proposals[1]?.id, context.proposal.id);
          assert.deepEqual(proposals[1]?.changes, context.proposal.changes);
          const changes = data.items as ChangeData[]; // Cast: validated before.
          assert.equal(changes[0]?.after?.version, context.record.version, 'none of them has changed the record');
        },
      },
    },
  ];
}
