import { isDeepStrictEqual } from 'node:util';
import { currentTime, type Fields, type MockRecord, nextId, type Proposal } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { conflict, Refusal } from '../refusal.ts';
import type { Caller } from '../request.ts';
import { changedPointers, fieldsOf, valueAtPointer } from './fields.ts';
import type { RecordStore } from './store.ts';

const APPROVED_STATUSES = ['approved', 'active', 'inactive'];

/** Whether a change to a record becomes a proposal, because a second person has to approve it. */
export const needsSecondPerson = ({ review }: Kind, { status }: MockRecord, action: Proposal['action']): boolean =>
  review !== 'none' && (action === 'delete' ? status === 'active' : APPROVED_STATUSES.includes(status));

/** @throws Refusal 412 if the caller's own proposal is not the one that they have seen; 0 is none */
export function expectOwnProposal(
  store: RecordStore,
  kind: Kind,
  current: MockRecord,
  seenVersion: number | undefined,
  { account }: Caller,
): void {
  const open = store.openProposal(kind.tag, current.id);
  if (seenVersion === undefined || (open && open.authorId !== account.id) || seenVersion === (open?.version ?? 0))
    return;
  throw new Refusal(412, 'proposalChanged', { current: open ? proposalAnswer(open) : current });
}

/** Opens a proposal, or replaces the caller's own. @throws Refusal 409 while somebody else's is open */
export function propose(
  store: RecordStore,
  kind: Kind,
  current: MockRecord,
  action: Proposal['action'],
  after: Fields | null,
  { account }: Caller,
): Proposal {
  const open = store.openProposal(kind.tag, current.id);
  if (open && open.authorId !== account.id) throw conflict('proposalOpen', { parameters: { by: open.by } });
  const { proposals } = store.data;
  const versions = proposals
    .filter(({ entity, recordId }) => entity === kind.tag && recordId === current.id)
    .map(({ version }) => version);
  const proposal: Proposal = {
    id: open?.id ?? nextId(store.data, 'proposal'),
    entity: kind.tag,
    recordId: current.id,
    action,
    baseVersion: current.version,
    version: Math.max(0, ...versions) + 1,
    base: fieldsOf(kind, current),
    after,
    authorId: account.id,
    by: account.username,
    time: currentTime(),
  };
  store.data.proposals = [...proposals.filter(({ id }) => id !== proposal.id), proposal];
  return proposal;
}

/** Returns a proposal in the contract's form. */
export function proposalAnswer({ action, after, base, baseVersion, by, decision, id, time, version }: Proposal) {
  return {
    id,
    action,
    baseVersion,
    version,
    changes: after ? changedPointers(base, after, Object.keys(after)) : [],
    ...(after && { after }),
    by,
    time,
    ...(decision && { base, decision }),
  };
}

/** Applies the proposed changes to the record of today; undefined if both have changed a field differently. */
export function mergedFields({ base, after }: Proposal, current: Fields): Fields | undefined {
  const merged = structuredClone(current);
  for (const pointer of changedPointers(base, after ?? base, Object.keys(base))) {
    const [now, before, proposed] = [current, base, after ?? base].map((fields) => valueAtPointer(fields, pointer));
    if (!isDeepStrictEqual(now, before) && !isDeepStrictEqual(now, proposed)) return undefined;
    const [name = '', member] = pointer.slice(1).split('/');
    if (member === undefined) {
      merged[name] = proposed;
      continue;
    }
    const { [member]: _, ...others } = Object(merged[name]) as Fields; // Cast: pointers to members are those of objects.
    merged[name] = proposed === null ? others : { ...others, [member]: proposed };
  }
  return merged;
}

/** Whether the caller wrote the proposal or its record, so that another person has to decide. */
export const isOwnProposal = (store: RecordStore, kind: Kind, proposal: Proposal, userId: number): boolean =>
  kind.review !== 'none' &&
  (proposal.authorId === userId || store.contributors(kind.tag, proposal.recordId).has(userId));

/** Whether the caller has written to the record since its last approval. */
export const isOwnWork = (store: RecordStore, kind: Kind, id: number, userId: number): boolean =>
  kind.review !== 'none' && store.contributors(kind.tag, id).has(userId);
