import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import { type TestedEntity, unchangedBody } from '../../../suite/records/tested-entity.ts';
import { readAllByCursor, reader } from '../../../suite/requests/pages.ts';
import type { ChangeData } from '../../../suite/requests/response-data.ts';
import { changedBody } from '../../../suite/values/changed-body.ts';

const reason = 'the old value is right';

interface Rejection {
  kind: string;
  by: string;
  reason?: string;
  proposal?: number;
  notice?: number;
}

/** Tests what becomes of a proposal: who is told of its rejection, how it is found later, and what the history says of it. */
export function decidedProposalCases(entity: TestedEntity): Case[] {
  if (entity.review === 'none') return [];
  return [
    ...rejectionCases(entity),
    ...wrongIdCases(entity),
    deletedRecordCase(entity),
    ...approvalCases(entity),
    historyPagesCase(entity),
    ...(['update proposed', 'deletion proposed'] as const).map(
      (recordState): Case => ({
        entity,
        operationId: entity.operations.update.id,
        name: `withdraws the caller’s own proposal by the values that the record has, if ${recordState}`,
        needs: { role: 'editor', recordState },
        request: ({ record }) => ({ ...versionedTarget(record), body: unchangedBody(entity, record) }),
        expect: {
          status: 200,
          check: async ({ data }, context) => {
            assert.deepEqual(data.record, context.record, 'neither version nor times have changed');
            const params = { id: context.record.id };
            const open = await context.tryCall('proposal', 'viewer', { params });
            assert.equal(open.status, 404, 'no proposal is open');
            const decision = await decisionOf(context);
            assert.deepEqual([decision?.outcome, decision?.by], ['withdrawn', context.username('editor')]);
          },
        },
      }),
    ),
  ];
}

async function decisionOf(context: CaseContext): Promise<{ outcome: string; by: string } | undefined> {
  const query = { decided: context.proposal.id };
  const { data } = await context.call('proposal', 'viewer', { params: { id: context.record.id }, query });
  return Object(data.proposal).decision; // validated by its own cases
}

async function rejectionTo(context: CaseContext, role: string): Promise<Rejection | undefined> {
  const { data } = await context.call('get', role, { params: { id: context.record.id } });
  return (data as { rejection?: Rejection }).rejection; // Cast: validated by its own cases.
}

function rejectionCases(entity: TestedEntity): Case[] {
  const needs = { role: 'editor', recordState: 'update proposed' as const };
  const reject = async (context: CaseContext) => {
    await context.call('decide', 'reviewer', { ...context.proposalTarget, body: { decision: 'reject', reason } });
    return { params: { id: context.record.id } };
  };
  return [
    {
      entity,
      operationId: entity.operations.get.id,
      name: 'tells the author of a rejected proposal who has rejected it and why, and nobody else',
      needs,
      request: reject,
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { rejection } = data as { rejection?: Rejection }; // Cast: validated before.
          assert.deepEqual(
            [rejection?.kind, rejection?.by, rejection?.reason, rejection?.proposal],
            ['proposal', context.username('reviewer'), reason, context.proposal.id],
          );
          assert.ok(rejection?.notice, 'it can be dismissed');
          for (const role of ['viewer', 'reviewer', 'admin'])
            assert.equal(await rejectionTo(context, role), undefined, `${role} is not told`);
        },
      },
    },
    {
      entity,
      operationId: 'dismissRejection',
      name: `ends what the author of a rejected change of a ${entity.tag} is told`,
      needs,
      request: async (context) => {
        await reject(context);
        return { params: { id: (await rejectionTo(context, 'editor'))?.notice ?? 0 } };
      },
      expect: {
        status: 200,
        check: async (_, context) => assert.equal(await rejectionTo(context, 'editor'), undefined),
      },
    },
  ];
}

/** Tests that only a proposal of the record that was decided on is found by its id. */
function wrongIdCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: entity.operations.proposal.id };
  const expect = { status: 404, key: 'notFound' };
  return [
    {
      ...base,
      name: 'finds no open proposal among those that were decided on',
      needs: { role: 'viewer', recordState: 'update proposed', leavesRecordUnchanged: true },
      request: ({ record, proposal }) => ({ params: { id: record.id }, query: { decided: proposal.id } }),
      expect,
    },
    {
      ...base,
      name: 'finds no proposal that was decided on beside another record',
      needs: { role: 'viewer', recordState: 'update proposed' },
      request: async (context) => {
        await context.call('withdraw', 'editor', context.proposalTarget);
        assert.equal((await decisionOf(context))?.outcome, 'withdrawn', 'its own record has it');
        const { id } = await context.createOther('pending');
        return { params: { id }, query: { decided: context.proposal.id } };
      },
      expect,
    },
  ];
}

function deletedRecordCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.proposal.id,
    name: 'says of a proposal that it was closed, as its record was deleted',
    needs: { role: 'viewer', recordState: 'update proposed' },
    request: async (context) => {
      const { record, records, proposal } = context;
      const inactive = await records.transition(entity, record, 'deactivate');
      const { data } = await context.call('remove', 'editor', versionedTarget(inactive));
      const params = { id: record.id };
      await context.call('restore', 'editor', { params, body: { version: data.version } });
      return { params, query: { decided: proposal.id } };
    },
    expect: {
      status: 200,
      check: ({ data }, context) => {
        const { outcome, by } = Object(Object(data.proposal).decision);
        assert.deepEqual([outcome, by], ['closed', context.username('editor')]);
      },
    },
  };
}

/** Tests that the history names who proposed what another person approved, be it a deletion or an earlier version. */
function approvalCases(entity: TestedEntity): Case[] {
  const states = [
    { recordState: 'deletion proposed', action: 'delete' },
    { recordState: 'restoration proposed', action: 'restore' },
  ] as const;
  return states.map(({ recordState, action }) => ({
    entity,
    operationId: entity.operations.history.id,
    name: `names the proposer of a change that was approved, if it is to ${action}`,
    needs: { role: 'viewer', recordState },
    request: async (context) => {
      const body = { decision: 'approve', reason: 'it is right' };
      await context.call('decide', 'reviewer', { ...context.proposalTarget, body });
      return { params: { id: context.record.id } };
    },
    expect: {
      status: 200,
      check: ({ data }, context) => {
        const [change] = data.items as ChangeData[]; // Cast: validated before.
        assert.deepEqual(
          [change?.action, change?.actor, change?.proposer, change?.reason],
          [action, context.username('reviewer'), context.username('editor'), 'it is right'],
        );
        assert.deepEqual(change?.before, context.record, 'it was before as it was proposed for');
        assert.equal(change?.after === null, action === 'delete');
      },
    },
  }));
}

/** Tests that a proposal that became no change stands on one page of the history, with the changes of its time. */
function historyPagesCase(entity: TestedEntity): Case {
  let expected: unknown[] = [];
  return {
    entity,
    operationId: entity.operations.history.id,
    name: 'has each proposal that was withdrawn on one page',
    needs: { role: 'viewer', recordState: 'update proposed' },
    request: async (context) => {
      const { record, records, proposal } = context;
      await context.call('withdraw', 'editor', context.proposalTarget);
      const inactive = await records.transition(entity, record, 'deactivate');
      const body = changedBody(entity, inactive, 2);
      const { data } = await context.call('update', 'admin', { ...versionedTarget(inactive), body });
      await context.call('withdraw', 'admin', { params: { id: record.id }, version: data.proposal?.version ?? 0 });
      expected = [data.proposal?.id, proposal.id];
      return { params: { id: record.id } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const idsOf = (proposals: { id: number }[] = []) => proposals.map(({ id }) => id);
        assert.deepEqual(idsOf(data.proposals), expected, 'a page of all changes has all of them, newest first');
        const read = reader(context.backend, entity.operations.history, 'viewer', { id: context.record.id });
        for (const limit of [1, 3]) {
          const { pages } = await readAllByCursor(read, {}, limit);
          assert.deepEqual(
            pages.flatMap(({ proposals }) => idsOf(proposals)),
            expected,
            `pages of ${limit}`,
          );
        }
      },
    },
  };
}
