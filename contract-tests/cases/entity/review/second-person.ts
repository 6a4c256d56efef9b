import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { requireRecord, versionedTarget } from '../../../suite/records/records.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { changedBody } from '../../../suite/values/changed-body.ts';

/** Tests the review by a second person on somebody who may do everything with records of a kind, but is no administrator. */
export function secondPersonCases(entity: TestedEntity): Case[] {
  if (entity.review === 'none') return [];
  const permissions = ['read', 'create', 'update', 'delete', 'review'].map((verb) => `${entity.tag}:${verb}`);
  let token = '';
  /** Lets the member write a record, with the permissions that its body needs. */
  const write = async (context: CaseContext): Promise<RecordData> => {
    ({ token } = await context.backend.spareMember.withPermissions(...permissions));
    const body = await context.freshBody();
    const { data } = await context.backend.callWith(token, entity.operations.create, { body });
    const record = requireRecord(data.record);
    context.records.track(entity, record);
    return record;
  };
  const asMember = () => ({ headers: { authorization: `Bearer ${token}` } });
  const refused = { status: 409, key: 'secondPerson' };
  const base = { entity, needs: { role: 'admin' } };
  return [
    ...(['approve', 'reject'] as const).map(
      (event): Case => ({
        ...base,
        operationId: entity.operations.transition.id,
        name: `lets no reviewer ${event} a record that they wrote`,
        request: async (context) => ({
          ...versionedTarget(await write(context)),
          ...asMember(),
          body: { event, reason: 'a reason' },
        }),
        expect: {
          ...refused,
          check: async (_, context) => {
            const { id } = context.records.lastCreated(entity);
            const { data } = await context.call('get', 'viewer', { params: { id } });
            assert.deepEqual([data.record?.status, data.record?.version], ['pending', 1]);
          },
        },
      }),
    ),
    {
      ...base,
      operationId: entity.operations.bulk.id,
      name: 'lets no reviewer approve a record that they wrote, among others',
      request: async (context) => {
        const own = await write(context);
        const other = await context.records.create(entity, 'pending', 'editor');
        const items = [own, other].map(({ id, version }) => ({ id, version }));
        return { ...asMember(), body: { action: 'approve', items } };
      },
      expect: {
        status: 200,
        check: ({ data }) => {
          const outcomes = data.items as { code: number; data?: { key?: string } }[]; // Cast: validated before.
          assert.deepEqual(
            outcomes.map(({ code, data: outcome }) => [code, outcome?.key]),
            [
              [409, 'secondPerson'],
              [200, undefined],
            ],
          );
        },
      },
    },
    {
      ...base,
      operationId: entity.operations.decide.id,
      name: 'lets no reviewer decide on a change that they proposed',
      request: async (context) => {
        const active = await context.records.create(entity, 'active', 'editor');
        ({ token } = await context.backend.spareMember.withPermissions(...permissions));
        const body = changedBody(entity, active);
        const { data } = await context.backend.callWith(token, entity.operations.update, {
          ...versionedTarget(active),
          body,
        });
        const { data: read } = await context.backend.callWith(token, entity.operations.proposal, {
          params: { id: active.id },
        });
        assert.equal(read.ownWork, true, 'the proposal is the caller’s own work');
        return {
          ...asMember(),
          params: { id: active.id },
          version: data.proposal?.version ?? 0,
          body: { decision: 'approve' },
        };
      },
      expect: refused,
    },
    {
      ...base,
      operationId: entity.operations.get.id,
      name: 'tells a reviewer that a record is their own work, wherever it is shown',
      request: async (context) => {
        const { id } = await write(context);
        return { ...asMember(), params: { id } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { backend } = context;
          assert.deepEqual([data.ownWork, data.review, Object(data).proposed], [true, entity.review, false]);
          const { id, code } = requireRecord(data.record);
          const query = code ? { code } : {};
          const list = await backend.callWith(token, entity.operations.list, { query });
          assert.ok((list.data.ownWork as number[]).includes(id), 'the list marks it'); // Cast: of a list it is ids.
          const by = data.record?.createdBy ?? '';
          const reviews = await backend.callWith(token, backend.operation('listReviews'), { query: { by } });
          assert.deepEqual(
            (reviews.data.items as { id: number; ownWork: boolean }[]).map((item) => [item.id, item.ownWork]), // Cast: validated by its own cases.
            [[id, true]],
          );
          const others = await context.call('get', 'reviewer', { params: { id } });
          assert.deepEqual([others.data.ownWork, others.data.review], [false, entity.review]);
        },
      },
    },
  ];
}
