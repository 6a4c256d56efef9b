import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';

interface Presence {
  record: {
    version: number;
    updatedBy: string;
    updateTime: string;
    proposal: { id: number; version: number; by: string } | null;
  } | null;
  editors: { name: string; since: string }[];
  time: string;
}

const presenceIn = (data: object) => data as Presence; // Cast: validated against the contract before.
const targetOf = ({ entity, record }: CaseContext) => ({ entity: entity.tag, id: record.id });

async function presenceOf(context: CaseContext, role: string): Promise<Presence> {
  const { backend } = context;
  const { data } = await backend.call(backend.operation('getPresence'), role, { query: targetOf(context) });
  return presenceIn(data);
}

/** Tests what is told of a record while people edit it. */
export function presenceValueCases([entity]: TestedEntity[]): Case[] {
  if (!entity || entity.review === 'none') return [];
  const base = { entity, operationId: 'getPresence' };
  const edit = ({ backend }: CaseContext, role: string, body: object) =>
    backend.call(backend.operation('renewPresence'), role, { body });
  return [
    {
      ...base,
      name: 'has the version that a record has now, who changed it last and when',
      needs: { role: 'viewer', recordState: 'pending' },
      request: async (context) => {
        const changed = await context.records.update(entity, context.record, 'editor');
        await context.records.update(entity, changed, 'admin');
        return { query: targetOf(context) };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { record, time } = presenceIn(data);
          const { data: found } = await context.call('get', 'viewer', { params: { id: context.record.id } });
          const { version, updatedBy, updateTime } = found.record ?? assert.fail('there is one');
          assert.deepEqual(record, { version, updatedBy, updateTime, proposal: null });
          assert.deepEqual([version, updatedBy], [3, context.username('admin')]);
          assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000, `it was read at ${time}`);
        },
      },
    },
    {
      ...base,
      name: 'has the open proposal, and nothing of a deleted record',
      needs: { role: 'viewer', recordState: 'update proposed' },
      request: (context) => ({ query: targetOf(context) }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { id, version, by } = context.proposal;
          assert.deepEqual(presenceIn(data).record?.proposal, { id, version, by });
          assert.equal(presenceIn(data).record?.version, context.record.version);
          await context.call('withdraw', 'editor', context.proposalTarget);
          assert.equal((await presenceOf(context, 'viewer')).record?.proposal, null);
          const inactive = await context.records.transition(entity, context.record, 'deactivate');
          await context.call('remove', 'admin', versionedTarget(inactive));
          assert.equal((await presenceOf(context, 'viewer')).record, null);
        },
      },
    },
    {
      ...base,
      name: 'names everybody else who edits, the earliest first, until they end it',
      needs: { role: 'viewer', recordState: 'pending' },
      request: async (context) => {
        for (const role of ['admin', 'editor', 'admin']) await edit(context, role, targetOf(context));
        return { query: targetOf(context) };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const names = (editors: { name: string }[]) => editors.map(({ name }) => name);
          const { editors } = presenceIn(data);
          const [admin, editor] = [context.username('admin'), context.username('editor')];
          assert.deepEqual(names(editors), [admin, editor]);
          for (const { since } of editors)
            assert.ok(Math.abs(Date.parse(since) - Date.now()) < 60_000, `it began at ${since}`);
          assert.deepEqual(names((await presenceOf(context, 'editor')).editors), [admin]);
          assert.deepEqual(names((await presenceOf(context, 'admin')).editors), [editor]);
          const { backend } = context;
          await backend.call(backend.operation('endPresence'), 'admin', { query: targetOf(context) });
          assert.deepEqual(names((await presenceOf(context, 'viewer')).editors), [editor]);
          const other = { entity: entity.tag, id: (await context.createOther('pending')).id };
          const elsewhere = await backend.call(backend.operation('getPresence'), 'viewer', { query: other });
          assert.deepEqual(presenceIn(elsewhere.data).editors, [], 'nobody edits another record');
        },
      },
    },
    {
      ...base,
      operationId: 'streamPresence',
      name: 'sends at once what is read',
      needs: { role: 'viewer', recordState: 'pending' },
      request: async (context) => {
        await edit(context, 'editor', targetOf(context));
        return { query: targetOf(context) };
      },
      expect: {
        status: 200,
        check: async ({ body }, context) => {
          const [, text = '{}'] = /^data: (.*)$/m.exec(String(body)) ?? [];
          const { time: _, ...sent } = JSON.parse(text) as Presence; // Cast: as documented.
          const { time, ...read } = await presenceOf(context, 'viewer');
          assert.deepEqual(sent, read);
          assert.ok(time, 'it says when it was read');
        },
      },
    },
  ];
}
