import type { Fields, LogEntry, MockRecord, Proposal } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { conflict, forbidden, invalid, notFound } from '../refusal.ts';
import { type Caller, expectVersion, type IfMatch } from '../request.ts';
import { assertComplete, assertValid } from './checks.ts';
import { changedPointers, fieldsOf, toStoredFields } from './fields.ts';
import { expectOwnProposal, needsSecondPerson, propose } from './proposals.ts';
import { describeReferrers, referrersOf, withRenamedReference } from './references.ts';
import type { Attribution, RecordStore } from './store.ts';

/** A record after a write, and the proposal if a second person has to approve it. */
export interface Written {
  record: MockRecord;
  proposal?: Proposal;
}

export function createRecord(store: RecordStore, kind: Kind, body: Fields, { account }: Caller): MockRecord {
  const fields = toStoredFields(kind, body, { username: account.username, current: undefined });
  assertValid(store, kind, fields, undefined);
  const record = store.create(kind, fields, { action: 'create', actor: account.username });
  store.contributors(kind.tag, record.id).add(account.id);
  return record;
}

export function updateRecord(
  store: RecordStore,
  kind: Kind,
  id: number,
  ifMatch: IfMatch,
  body: Fields,
  caller: Caller,
  proposalVersion?: number,
): Written {
  const current = store.get(kind.tag, id);
  expectVersion(ifMatch, current);
  expectOwnProposal(store, kind, current, proposalVersion, caller);
  const fields = toStoredFields(kind, body, { username: caller.account.username, current });
  return writeOrPropose(store, kind, current, fields, 'update', caller);
}

function writeOrPropose(
  store: RecordStore,
  kind: Kind,
  current: MockRecord,
  fields: Fields,
  action: 'update' | 'restore',
  caller: Caller,
): Written {
  const { account } = caller;
  const { id, status } = current;
  if (changedPointers(current, fields, Object.keys(fields)).length === 0) {
    // saving the fields as they are withdraws the author's own proposal
    if (store.openProposal(kind.tag, id)?.authorId === account.id)
      store.closeProposal(kind.tag, id, 'withdrawn', account.username);
    return { record: current };
  }
  assertValid(store, kind, fields, id);
  if (status !== 'pending' && status !== 'rejected') assertComplete(kind, fields);
  if (needsSecondPerson(kind, current, action))
    return { record: current, proposal: propose(store, kind, current, action, fields, caller) };
  store.contributors(kind.tag, id).add(account.id);
  return { record: saveFields(store, kind, current, fields, { action, actor: account.username }) };
}

/** Writes fields, and the new code into the records that refer to it. */
export function saveFields(
  store: RecordStore,
  kind: Kind,
  current: MockRecord,
  fields: Fields,
  attribution: Attribution,
): MockRecord {
  const referrers = fields.code === current.code ? [] : referrersOf(store, kind, current);
  const record = store.update(kind, current, fields, attribution);
  for (const { kind: referrer, record: referring } of referrers) {
    const renamed = withRenamedReference(referrer, referring, kind.tag, String(current.code), record.code);
    store.update(referrer, referring, renamed, { action: 'reference', actor: attribution.actor });
  }
  return record.code === current.code ? record : store.get(kind.tag, record.id);
}

export function removeRecord(
  store: RecordStore,
  kind: Kind,
  id: number,
  ifMatch: IfMatch,
  caller: Caller,
  proposalVersion?: number,
): Written {
  const current = store.get(kind.tag, id);
  expectVersion(ifMatch, current);
  expectOwnProposal(store, kind, current, proposalVersion, caller);
  assertNotReferenced(store, kind, current, caller);
  if (needsSecondPerson(kind, current, 'delete'))
    return { record: current, proposal: propose(store, kind, current, 'delete', null, caller) };
  const { username } = caller.account;
  store.remove(kind, current, { action: 'delete', actor: username });
  store.closeProposal(kind.tag, id, 'closed', username);
  return { record: current };
}

/** @throws Refusal 409 with the records that refer to it */
export function assertNotReferenced(store: RecordStore, kind: Kind, record: MockRecord, caller: Caller): void {
  const references = describeReferrers(store, kind, record, caller);
  if (references.total > 0) throw conflict('inUse', { references });
}

/** Brings the fields of an earlier version back; a deleted record comes back pending. */
export function restoreRecord(
  store: RecordStore,
  kind: Kind,
  id: number,
  ifMatch: IfMatch,
  version: number,
  caller: Caller,
  proposalVersion?: number,
): Written {
  const changes = store.changesOf(kind.tag, id);
  const [newest] = changes;
  if (!newest) throw notFound();
  const current = store.find(kind.tag, id);
  if (current) {
    expectVersion(ifMatch, current);
    expectOwnProposal(store, kind, current, proposalVersion, caller);
  }
  const fields = fieldsOfVersion(kind, changes, version);
  if (current) return writeOrPropose(store, kind, current, fields, 'restore', caller);
  const permission = `${kind.tag}:create`;
  if (!caller.may(permission)) throw forbidden(permission);
  assertValid(store, kind, fields, id);
  store.contributors(kind.tag, id).add(caller.account.id);
  const attribution = { action: 'restore', actor: caller.account.username };
  return { record: store.revive(kind, newest, fields, attribution) };
}

function fieldsOfVersion(kind: Kind, changes: LogEntry[], version: number): Fields {
  const record = changes.find((change) => change.version === version)?.after;
  if (!record) throw invalid({ pointer: '/version', rule: 'unknownVersion' });
  return fieldsOf(kind, record);
}
