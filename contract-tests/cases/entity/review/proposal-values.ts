import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { type RecordState, versionedTarget } from '../../../suite/records/records.ts';
import { type TestedEntity, unchangedBody } from '../../../suite/records/tested-entity.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { changedBody } from '../../../suite/values/changed-body.ts';

interface Proposal {
  id: number;
  action: string;
  by: string;
  time: string;
  version: number;
  base?: object;
  after?: object;
  decision?: { outcome: string; by: string; time: string; reason?: string };
}

const proposalIn = (data: object) => (data as { proposal: Proposal }).proposal; // Cast: validated before.
/** How long ago a record of this run may have been made: cases share them, and clocks differ. */
const MAX_RUN_MS = 30 * 60_000;

const isNow = (time: string | undefined) => Math.abs(Date.parse(String(time)) - Date.now()) < MAX_RUN_MS;

async function proposalOf(context: CaseContext, decided?: number): Promise<Proposal> {
  const query = decided === undefined ? {} : { decided };
  return proposalIn((await context.call('proposal', 'viewer', { params: { id: context.record.id }, query })).data);
}

/** Tests what a proposal says of itself, while it is open and after it was decided on. */
export function proposalValueCases(entity: TestedEntity): Case[] {
  const restore = { entity, operationId: entity.operations.restore.id };
  const unknownVersions = (['revised', 'deleted'] as const).map(
    (recordState): Case => ({
      ...restore,
      name: `does not restore a version that a record never had, if it is ${recordState}`,
      needs: { role: 'editor', recordState },
      request: ({ record }) => ({
        params: { id: record.id },
        ...(recordState === 'revised' && { version: record.version }),
        body: { version: 99 },
      }),
      expect: { status: 422, key: 'validationError', fields: ['/version unknownVersion'] },
    }),
  );
  if (entity.review === 'none') return unknownVersions;
  return [
    ...unknownVersions,
    {
      entity,
      operationId: entity.operations.proposal.id,
      name: 'says what the proposal would make of the record, who made it and when',
      needs: { role: 'viewer', recordState: 'update proposed', leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: {
        status: 200,
        check: ({ data }, context) => {
          const { record } = context;
          const { after, time, by, decision } = proposalIn(data);
          assertHolds(after, changedBody(entity, record));
          assert.ok(isNow(time) && time >= String(record.updateTime), `it was made at ${time}`);
          assert.deepEqual([by, decision], [context.username('editor'), undefined]);
        },
      },
    },
    ...(['update proposed', 'deletion proposed', 'restoration proposed'] as const).map((state) =>
      markCase(entity, state),
    ),
    ...decisionCases(entity),
    withdrawCase(entity),
  ];
}

/** Compares what was sent with what is told, of which values may be completed. */
function assertHolds(told: object | undefined, sent: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(sent))
    assert.deepEqual((told as Record<string, unknown> | undefined)?.[name], value, name); // Cast: fields of the kind.
}

/** Tests that the record of an open proposal is marked in its list, and says so itself. */
function markCase(entity: TestedEntity, recordState: RecordState): Case {
  const action = { 'update proposed': 'update', 'deletion proposed': 'delete' }[String(recordState)] ?? 'restore';
  return {
    entity,
    operationId: entity.operations.list.id,
    name: `marks a record of which a ${action} is proposed`,
    needs: { role: 'viewer', recordState, leavesRecordUnchanged: true },
    request: ({ record }) => ({ query: { [entity.searchField]: String(record[entity.searchField]), pageSize: 100 } }),
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { record } = context;
        const { by, time } = await proposalOf(context);
        const mark = data.proposals?.find(({ id }) => id === record.id);
        assert.deepEqual(mark, { id: record.id, action, by, time });
        const row = (data.items as RecordData[]).find(({ id }) => id === record.id); // Cast: validated before.
        assert.equal(row?.status, record.status, 'the record is as it was');
        const found = await context.call('get', 'viewer', { params: { id: record.id } });
        assert.deepEqual([Object(found.data).proposed, found.data.record], [true, record]);
      },
    },
  };
}

function decisionCases(entity: TestedEntity): Case[] {
  const decisions = [
    { decision: 'approve', outcome: 'approved' },
    { decision: 'approve', outcome: 'approved', reason: 'it is right' },
    { decision: 'reject', outcome: 'rejected', reason: 'the old value is right' },
  ];
  return decisions.map(({ outcome, ...body }) => ({
    entity,
    operationId: entity.operations.decide.id,
    name: `keeps a proposal that was ${outcome}${body.reason ? ' with a reason' : ''}, with its decision`,
    needs: { role: 'reviewer', recordState: 'update proposed' },
    request: ({ proposalTarget }) => ({ ...proposalTarget, body }),
    expect: {
      status: 200,
      check: async (_, context) => {
        const { record, proposal } = context;
        const { decision, ...decided } = await proposalOf(context, proposal.id);
        assert.deepEqual([decided.id, decided.action, decided.by], [proposal.id, 'update', context.username('editor')]);
        assertHolds(decided.base, unchangedBody(entity, record));
        assertHolds(decided.after, changedBody(entity, record));
        const { time, ...others } = decision ?? { time: '' };
        const reason = body.reason === undefined ? {} : { reason: body.reason };
        assert.deepEqual(others, { outcome, by: context.username('reviewer'), ...reason });
        assert.ok(isNow(time), `it was decided at ${time}`);
        const { data } = await context.call('history', 'viewer', { params: { id: record.id } });
        const listed = (data as unknown as { proposals: Proposal[] }).proposals; // Cast: validated by its own cases.
        if (outcome === 'rejected') assert.deepEqual(listed[0]?.decision, decision);
        else assert.deepEqual(listed, [], 'what was approved is a change');
        const [change] = data.items as { reason?: string; actor: string; version: number }[]; // Cast: as above.
        if (outcome === 'approved')
          assert.deepEqual([change?.reason, change?.version], [body.reason, record.version + 1]);
      },
    },
  }));
}

function withdrawCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.withdraw.id,
    name: 'leaves the record free for another proposal, and keeps the one that was withdrawn',
    needs: { role: 'editor', recordState: 'update proposed' },
    request: ({ proposalTarget }) => proposalTarget,
    expect: {
      status: 200,
      check: async (_, context) => {
        const { record, proposal } = context;
        const { decision } = await proposalOf(context, proposal.id);
        assert.deepEqual([decision?.outcome, decision?.by], ['withdrawn', context.username('editor')]);
        const { data } = await context.call('get', 'viewer', { params: { id: record.id } });
        assert.deepEqual([Object(data).proposed, data.record], [false, record]);
        const another = await context.call('update', 'admin', {
          ...versionedTarget(record),
          body: changedBody(entity, record, 2),
        });
        assert.equal(another.data.proposal?.by, context.username('admin'));
      },
    },
  };
}
