import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import { assertChanged } from '../suite/change.ts';
import { type Kind, uniqueValues } from '../suite/kind.ts';
import { duplicate } from './duplicate.ts';

export function decideCases(kind: Kind): Case[] {
  if (kind.review === 'none') return [nothingToDecide(kind)];
  const base = { kind, operationId: kind.ops.decide.id };
  const reviewer = { as: 'reviewer' };
  const approve = { decision: 'approve' };
  return [
    {
      ...base,
      name: 'approves a change',
      needs: { ...reviewer, record: 'update proposed' },
      request: ({ atProposal }) => ({ ...atProposal, body: approve }),
      expect: {
        status: 200,
        check: async ({ data }, scene) => {
          const { record } = scene;
          assertChanged(kind, data.record, record);
          assert.deepEqual([data.record?.status, data.record?.version], ['active', record.version + 1]);
          const { status } = await scene.ask('proposal', 'viewer', { params: { id: record.id } });
          assert.equal(status, 404, 'the proposal is gone');
        },
      },
    },
    {
      ...base,
      name: 'approves a change of a record that has changed in another field since',
      needs: { ...reviewer, record: 'update proposed' },
      request: async ({ atProposal, records, record }) => {
        await records.move(kind, record, 'deactivate');
        return { ...atProposal, body: approve };
      },
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.equal(data.record?.status, 'inactive');
          assertChanged(kind, data.record, record);
        },
      },
    },
    {
      ...base,
      name: 'approves a deletion',
      needs: { ...reviewer, record: 'deletion proposed' },
      request: ({ atProposal }) => ({ ...atProposal, body: approve }),
      expect: {
        status: 200,
        check: async ({ data }, scene) => {
          assert.equal(data.record, null);
          const { status } = await scene.ask('get', 'viewer', { params: { id: scene.record.id } });
          assert.equal(status, 404);
        },
      },
    },
    {
      ...base,
      name: 'approves the fields of an earlier version',
      needs: { ...reviewer, record: 'restoration proposed' },
      request: ({ atProposal }) => ({ ...atProposal, body: approve }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.ok(data.record);
          assertChanged(kind, record, data.record);
        },
      },
    },
    {
      ...base,
      name: 'rejects with a reason',
      needs: { ...reviewer, record: 'update proposed' },
      request: ({ atProposal }) => ({ ...atProposal, body: { decision: 'reject', reason: 'as it was is right' } }),
      expect: {
        status: 200,
        check: async ({ data }, scene) => {
          assert.deepEqual(data.record, scene.record, 'the record is untouched');
          const { status } = await scene.ask('proposal', 'viewer', { params: { id: scene.record.id } });
          assert.equal(status, 404, 'the proposal is gone');
        },
      },
    },
    {
      ...base,
      name: 'requires a reason to reject',
      needs: { ...reviewer, record: 'update proposed', shared: true },
      request: ({ atProposal }) => ({ ...atProposal, body: { decision: 'reject' } }),
      expect: { status: 422, key: 'validationError', fields: ['/reason reasonRequired'] },
    },
    {
      ...base,
      name: 'is refused to the author',
      needs: { as: 'admin', record: 'update proposed', by: 'admin', shared: true },
      request: ({ atProposal }) => ({ ...atProposal, body: approve }),
      expect: { status: 409, key: 'secondPerson' },
    },
    {
      ...base,
      name: 'refuses a code that another record has taken since',
      needs: { ...reviewer, record: 'active' },
      request: async (scene) => {
        const { record, records } = scene;
        const proposedBody = await scene.freshBody();
        const input = { params: { id: record.id }, version: record.version, body: proposedBody };
        const { data } = await scene.call('update', 'editor', input);
        const duplicateBody = { ...(await scene.freshBody()), ...uniqueValues(kind, { ...record, ...proposedBody }) };
        await records.make(kind, 'pending', 'editor', duplicateBody);
        return { params: { id: record.id }, version: data.proposal?.version ?? 0, body: approve };
      },
      expect: duplicate(kind),
    },
    nothingToDecide(kind),
  ];
}

function nothingToDecide(kind: Kind): Case {
  return {
    kind,
    operationId: kind.ops.decide.id,
    name: 'answers 404 where nothing is proposed',
    needs: { as: 'reviewer', record: 'active', shared: true },
    request: ({ record }) => ({ params: { id: record.id }, version: 1, body: { decision: 'approve' } }),
    expect: { status: 404, key: 'notFound' },
  };
}
