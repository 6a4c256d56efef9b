import { inBody, inData, inProposal, inRecord } from '../../kit/edits.ts';
import { asAdminWhen, ignoresKey } from '../../kit/follow-ups.ts';
import { verbs } from '../../kit/operations.ts';
import { forgetsWrites } from '../../kit/stale-reads.ts';
import { violationsOf } from '../../kit/violation.ts';

const PROPOSAL = '#/components/schemas/CountryProposal';
const PROPOSED = '#/components/responses/CountryProposed';
const DECIDE = '#/paths/~1api~1v1~1countries~1{id}~1proposal~1decision/post';
const proposing = verbs('update', 'remove', 'restore', 'proposal');

export const proposalViolations = violationsOf('proposals', [
  {
    id: 'proposed-change-answers-changed-record',
    at: PROPOSED,
    breaks: 'Proposed; the record is unchanged until another person decides.',
    on: verbs('update'),
    response: inData((data) => data.proposal && Object.assign(data.record, data.proposal.after)),
  },
  {
    id: 'proposed-change-applies-at-once',
    at: PROPOSED,
    breaks: 'Proposed; the record is unchanged until another person decides.',
    on: verbs('update', 'get'),
    response: inData((data, { operation, params }, memory) => {
      const key = `${operation.tag} ${params.id}`;
      if (data.proposal?.after) memory.set(key, data.proposal.after);
      if (operation.verb === 'get' && data.proposed && memory.has(key)) Object.assign(data.record, memory.get(key));
    }),
  },
  {
    id: 'proposal-changes-empty',
    at: `${PROPOSAL}/properties/changes`,
    breaks: 'changes: JSON pointers to fields that it changes',
    on: proposing,
    response: inProposal((proposal) => Object.assign(proposal, { changes: [] })),
  },
  {
    id: 'proposal-changes-name-every-field',
    at: `${PROPOSAL}/properties/changes`,
    breaks: 'changes: JSON pointers to fields that it changes',
    on: proposing,
    response: inProposal((proposal) => {
      if (proposal.after) proposal.changes = Object.keys(proposal.after).map((name) => `/${name}`);
    }),
  },
  {
    id: 'proposal-after-missing',
    at: `${PROPOSAL}/properties/after`,
    breaks: 'after: the fields as they would be',
    on: proposing,
    response: inProposal((proposal) => delete proposal.after),
  },
  {
    id: 'proposal-after-has-other-values',
    at: `${PROPOSAL}/properties/after`,
    breaks: 'after: the fields as they would be',
    on: verbs('update', 'proposal'),
    response: inProposal((proposal) => {
      if (proposal.after && proposal.base) proposal.after = proposal.base;
      else if (proposal.after?.name) proposal.after.name = `${proposal.after.name} (old)`;
    }),
  },
  {
    id: 'proposal-base-missing',
    at: `${PROPOSAL}/properties/base`,
    breaks: 'What it started from.',
    on: verbs('proposal'),
    response: inProposal((proposal) => delete proposal.base),
  },
  {
    id: 'proposal-base-version-is-own',
    at: `${PROPOSAL}/properties/baseVersion`,
    breaks: 'baseVersion: the version of the record that it started from',
    on: proposing,
    response: inProposal((proposal) => Object.assign(proposal, { baseVersion: proposal.baseVersion + 1 })),
  },
  {
    id: 'proposal-by-is-reviewer',
    at: `${PROPOSAL}/properties/by`,
    breaks: 'by: who proposed it',
    on: verbs('proposal'),
    response: inProposal((proposal) => Object.assign(proposal, { by: 'reviewer' })),
  },
  {
    id: 'proposal-of-deletion-says-update',
    at: `${PROPOSAL}/properties/action`,
    breaks: 'action: update, delete or restore',
    on: verbs('remove', 'proposal'),
    response: inProposal((proposal) => proposal.action === 'delete' && Object.assign(proposal, { action: 'update' })),
  },
  {
    id: 'proposal-own-work-always-false',
    at: '#/components/schemas/CountryProposalAnswer (ownWork)',
    breaks: 'The caller wrote it and may not decide.',
    on: verbs('proposal'),
    response: inData((data) => Object.assign(data, { ownWork: false })),
  },
  {
    id: 'approved-proposal-is-not-applied',
    at: DECIDE,
    breaks: 'Approving merges the fields untouched since the proposal’s base.',
    on: verbs('create', 'get', 'transition', 'decide'),
    response: forgetsWrites('decide'),
  },
  {
    id: 'approved-proposal-answers-old-record',
    at: '#/components/responses/CountryDecided',
    breaks: 'Decided: `record` is what it is from then on.',
    on: verbs('get', 'create', 'update', 'decide'),
    response: inData((data, { operation, params }, memory) => {
      const key = `${operation.tag} ${params.id ?? data.record?.id}`;
      if (operation.verb === 'decide' && data.record && memory.has(key)) data.record = { ...memory.get(key) };
      else if (data.record) memory.set(key, structuredClone(data.record));
    }),
  },
  {
    id: 'rejection-of-proposal-applies-it',
    at: DECIDE,
    breaks: 'Approve or reject the open proposal.',
    on: verbs('update', 'decide', 'get'),
    response: inData((data, { operation, params, json }, memory) => {
      const key = `${operation.tag} ${params.id}`;
      if (data.proposal?.after) memory.set(key, data.proposal.after);
      if (operation.verb === 'decide' && json?.decision === 'reject' && memory.has(key)) {
        Object.assign(data.record, memory.get(key));
        memory.set(`rejected ${key}`, true);
      } else if (operation.verb === 'get' && memory.has(`rejected ${key}`)) Object.assign(data.record, memory.get(key));
    }),
  },
  {
    id: 'approved-deletion-answers-record',
    at: '#/components/responses/CountryDecided',
    breaks: '`record` is null after an approved deletion.',
    on: verbs('get', 'remove', 'decide'),
    response: inData((data, { operation, params }, memory) => {
      const key = `${operation.tag} ${params.id}`;
      if (data.record) memory.set(key, data.record);
      else if (operation.verb === 'decide' && data.record === null && memory.has(key)) data.record = memory.get(key);
    }),
  },
  {
    id: 'decided-proposal-stays-open',
    at: '#/paths/~1api~1v1~1countries~1{id}~1proposal/get',
    breaks: 'The open proposal beside a country (404 once there is none).',
    on: verbs('proposal'),
    response: (answer, { url }, memory) => {
      if (answer.succeeded && answer.data?.proposal) memory.set(url, answer.copy());
      const earlier = memory.get(url);
      if (answer.status !== 404 || !earlier) return;
      Object.assign(answer, { status: 200, headers: earlier.headers });
      answer.json = earlier.json;
    },
  },
  {
    id: 'decided-proposal-not-found',
    at: '#/components/parameters/DecidedProposal',
    breaks: 'The id of a proposal that was approved, rejected or withdrawn.',
    on: verbs('proposal'),
    request: ({ query }) => query.delete('decided'),
  },
  {
    id: 'decision-of-proposal-missing',
    at: '#/components/schemas/ProposalDecision',
    breaks: 'What became of a proposal; absent while it is open.',
    on: verbs('proposal'),
    response: inProposal((proposal) => delete proposal.decision),
  },
  {
    id: 'decision-of-proposal-lacks-reason',
    at: '#/components/schemas/ProposalDecision/properties/reason',
    breaks: 'reason of the decision',
    on: verbs('proposal', 'history'),
    response: inData((data) => {
      for (const proposal of data.proposals ?? [data.proposal]) delete proposal?.decision?.reason;
    }),
  },
  {
    id: 'withdrawal-says-rejected',
    at: '#/components/schemas/ProposalDecision/properties/outcome',
    breaks: 'outcome: approved, rejected, withdrawn or closed',
    on: verbs('proposal', 'history'),
    response: inData((data) => {
      for (const { decision } of data.proposals ?? [data.proposal])
        if (decision?.outcome === 'withdrawn') decision.outcome = 'rejected';
    }),
  },
  {
    id: 'foreign-proposal-replaced',
    at: '#/components/responses/Conflict',
    breaks: 'Somebody else’s proposal is open (proposalOpen).',
    on: verbs('update', 'remove', 'restore'),
    after: ignoresKey('proposalOpen'),
  },
  {
    id: 'foreign-proposal-withdrawn',
    at: '#/paths/~1api~1v1~1countries~1{id}~1proposal/delete',
    breaks: 'For its author, or whoever holds `country:review`.',
    on: verbs('withdraw'),
    after: asAdminWhen(({ status, key }) => status === 403 && key === 'forbidden'),
  },
  {
    id: 'withdrawal-is-lost',
    at: '#/paths/~1api~1v1~1countries~1{id}~1proposal/delete',
    breaks: 'Withdraw the open proposal.',
    on: verbs('get', 'withdraw'),
    response: inData((data, { operation, params }, memory) => {
      const key = `${operation.tag} ${params.id}`;
      if (operation.verb === 'withdraw') memory.set(key, true);
      else if (memory.has(key)) data.proposed = true;
    }),
  },
  {
    id: 'restored-record-is-active',
    at: '#/paths/~1api~1v1~1countries~1{id}~1restore/post',
    breaks: 'A deleted record comes back with its id, pending.',
    on: verbs('restore'),
    response: inRecord((record, { headers }) => !headers['if-match'] && Object.assign(record, { status: 'active' })),
  },
  {
    id: 'restored-record-has-new-id',
    at: '#/paths/~1api~1v1~1countries~1{id}~1restore/post',
    breaks: 'A deleted record comes back with its id.',
    on: verbs('restore'),
    response: inRecord(
      (record, { headers }) => !headers['if-match'] && Object.assign(record, { id: record.id + 1_000_000 }),
    ),
  },
  {
    id: 'restore-brings-back-name-only',
    at: '#/paths/~1api~1v1~1countries~1{id}~1restore/post',
    breaks: 'Bring back the fields of an earlier version.',
    on: verbs('restore'),
    response: inRecord((record) => record.locales && Object.assign(record, { locales: {} })),
  },
  {
    id: 'unknown-version-restored',
    at: '#/components/schemas/Rule/x-text/unknownVersion',
    breaks: 'There is no such version.',
    on: verbs('restore'),
    request: inBody((body) => body.version > 1000 && Object.assign(body, { version: 1 })),
  },
]);
