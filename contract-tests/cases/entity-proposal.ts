import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';
import type { Scene } from '../suite/scene.ts';

export function proposalCases(kind: Kind): Case[] {
  return [...noProposalCases(kind), ...(kind.review === 'none' ? [] : openProposalCases(kind))];
}

function openProposalCases(kind: Kind): Case[] {
  const read = { kind, operationId: kind.ops.proposal.id };
  const withdraw = { kind, operationId: kind.ops.withdraw.id };
  const proposalNeeds = 'update proposed' as const;
  return [
    {
      ...read,
      name: 'returns the proposal with its version as ETag',
      needs: { as: 'viewer', record: proposalNeeds, shared: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: {
        status: 200,
        check: ({ data, headers }, { proposal }) => {
          assert.deepEqual(data.proposal, proposal);
          assert.equal(headers.get('etag'), `"${proposal.version}"`);
          assert.equal(data.ownWork, false);
        },
      },
    },
    {
      ...read,
      name: 'tells the author that it is own work',
      needs: { as: 'editor', record: proposalNeeds, shared: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: { status: 200, check: ({ data }) => assert.equal(data.ownWork, true) },
    },
    {
      ...withdraw,
      name: 'lets the author withdraw',
      needs: { as: 'editor', record: proposalNeeds },
      request: ({ atProposal }) => atProposal,
      expect: { status: 200, check: (_, scene) => isGone(scene) },
    },
    {
      ...withdraw,
      name: 'lets a reviewer withdraw',
      needs: { as: 'reviewer', record: proposalNeeds },
      request: ({ atProposal }) => atProposal,
      expect: { status: 200, check: (_, scene) => isGone(scene) },
    },
    {
      ...withdraw,
      name: 'lets nobody else withdraw',
      needs: { as: 'editor', record: proposalNeeds, by: 'admin', shared: true },
      request: ({ atProposal }) => atProposal,
      expect: { status: 403, key: 'forbidden', permission: `${kind.tag}:review` },
    },
  ];
}

function noProposalCases(kind: Kind): Case[] {
  return (['proposal', 'withdraw'] as const).map((verb) => ({
    kind,
    operationId: kind.ops[verb].id,
    name: 'answers 404 where nothing is proposed',
    needs: { as: verb === 'proposal' ? 'viewer' : 'editor', record: 'active', shared: true },
    request: ({ record }) => ({ params: { id: record.id }, ...(verb === 'withdraw' && { version: 1 }) }),
    expect: { status: 404, key: 'notFound' },
  }));
}

async function isGone(scene: Scene): Promise<void> {
  const { status } = await scene.ask('proposal', 'viewer', { params: { id: scene.record.id } });
  assert.equal(status, 404, 'the proposal is gone');
  const { data } = await scene.call('get', 'viewer', { params: { id: scene.record.id } });
  assert.deepEqual(data.record, scene.record, 'the record is untouched');
}
