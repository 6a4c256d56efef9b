import type { Transition } from '../../contract/types.ts';
import { currentTime, type MockRecord, type Notice, nextId, type Proposal } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { conflict, forbidden, invalid, notFound, Refusal } from '../refusal.ts';
import { type Caller, expectExplicitVersion, expectVersion, type IfMatch } from '../request.ts';
import { assertComplete, assertValid } from './checks.ts';
import { fieldsOf } from './fields.ts';
import { isOwnProposal, isOwnWork, mergedFields, proposalAnswer } from './proposals.ts';
import type { RecordStore } from './store.ts';
import { assertNotReferenced, saveFields } from './write.ts';

export type Transitions = Record<string, Transition>;

export interface TransitionBody {
  event: string;
  reason?: string;
  activate?: boolean;
}

/** Changes the status of a record by an event of `x-transitions`. */
export function transitionRecord(
  store: RecordStore,
  transitions: Transitions,
  kind: Kind,
  id: number,
  ifMatch: IfMatch,
  { event, reason, activate }: TransitionBody,
  caller: Caller,
): MockRecord {
  const { account } = caller;
  const transition = transitions[event];
  if (!transition) throw invalid({ pointer: '/event', rule: 'enum' });
  if (transition.secondPerson) expectExplicitVersion(ifMatch);
  const current = store.get(kind.tag, id);
  expectVersion(ifMatch, current);
  if (!transition.from.includes(current.status)) throw conflict('invalidTransition');
  if (transition.secondPerson && isOwnWork(store, kind, id, account.id)) throw conflict('secondPerson');
  if (event === 'approve') assertComplete(kind, current);
  if (transition.reason && !reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
  if (activate !== undefined && event !== 'approve') throw invalid({ pointer: '/activate', rule: 'notWithEvent' });
  const contributors = store.contributors(kind.tag, id);
  if (event === 'reject')
    noteRejection(store, { kind: 'record', entity: kind.tag, id }, [...contributors], caller, reason);
  if (event === 'approve') contributors.clear();
  if (event === 'resubmit') {
    contributors.add(account.id);
    store.data.notices = store.data.notices.filter((notice) => notice.entity !== kind.tag || notice.id !== id);
  }
  const attribution = { actor: account.username, reason };
  const changed = store.update(kind, current, { status: transition.to }, { ...attribution, action: event });
  if (!activate) return changed;
  return store.update(kind, changed, { status: transitions.activate?.to }, { ...attribution, action: 'activate' });
}

function noteRejection(
  store: RecordStore,
  rejected: Pick<Notice, 'kind' | 'entity' | 'id' | 'proposal' | 'action'>,
  authorIds: number[],
  { account }: Caller,
  reason: string | undefined,
): void {
  const decision = { by: account.username, time: currentTime(), ...(reason && { reason }) };
  for (const userId of authorIds)
    store.data.notices.push({ notice: nextId(store.data, 'notice'), userId, ...rejected, ...decision });
}

/** @throws Refusal 404 if nothing is proposed */
export function openProposalOf(store: RecordStore, kind: Kind, id: number): Proposal {
  store.get(kind.tag, id);
  const proposal = store.openProposal(kind.tag, id);
  if (!proposal) throw notFound();
  return proposal;
}

export function withdrawProposal(store: RecordStore, kind: Kind, id: number, ifMatch: IfMatch, caller: Caller): void {
  if (!caller.may(`${kind.tag}:read`)) throw forbidden(`${kind.tag}:read`);
  const proposal = openProposalOf(store, kind, id);
  const permission = `${kind.tag}:review`;
  if (proposal.authorId !== caller.account.id && !caller.may(permission)) throw forbidden(permission);
  expectVersion(ifMatch, proposalAnswer(proposal));
  store.closeProposal(kind.tag, id, 'withdrawn', caller.account.username);
}

/** Approves or rejects a proposal, and returns the record afterwards: null if it is deleted. */
export function decideProposal(
  store: RecordStore,
  kind: Kind,
  id: number,
  ifMatch: IfMatch,
  { decision, reason }: { decision: string; reason?: string },
  caller: Caller,
): MockRecord | null {
  const { account } = caller;
  expectExplicitVersion(ifMatch);
  const proposal = openProposalOf(store, kind, id);
  expectVersion(ifMatch, proposalAnswer(proposal));
  if (isOwnProposal(store, kind, proposal, account.id)) throw conflict('secondPerson');
  const current = store.get(kind.tag, id);
  if (decision === 'reject') {
    if (!reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
    store.closeProposal(kind.tag, id, 'rejected', account.username, reason);
    const rejected = {
      kind: 'proposal' as const,
      entity: kind.tag,
      id,
      proposal: proposal.id,
      action: proposal.action,
    };
    noteRejection(store, rejected, [proposal.authorId], caller, reason);
    return current;
  }
  const result = applyProposal(store, kind, current, proposal, caller, reason);
  store.closeProposal(kind.tag, id, 'approved', account.username, reason);
  return result;
}

function applyProposal(
  store: RecordStore,
  kind: Kind,
  current: MockRecord,
  proposal: Proposal,
  caller: Caller,
  reason: string | undefined,
): MockRecord | null {
  const attribution = { action: proposal.action, actor: caller.account.username, proposer: proposal.by, reason };
  if (!proposal.after) {
    assertNotReferenced(store, kind, current, caller);
    store.remove(kind, current, attribution);
    return null;
  }
  const fields = mergedFields(proposal, fieldsOf(kind, current));
  if (!fields) throw new Refusal(412, 'versionConflict', { current });
  assertComplete(kind, fields);
  assertValid(store, kind, fields, current.id);
  store.contributors(kind.tag, current.id).clear();
  return saveFields(store, kind, current, fields, attribution);
}
