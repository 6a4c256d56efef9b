import type { Contract } from '../../contract/types.ts';
import { type BulkChange, currentTime, nextId } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { conflict, forbidden, invalid, notFound, Refusal, refusalEnvelope } from '../refusal.ts';
import { type Caller, type Handlers, idIn, type MockRequest, ok } from '../request.ts';
import { identityOf } from './fields.ts';
import { findRecords } from './list.ts';
import { proposalAnswer } from './proposals.ts';
import { labelsOf } from './references.ts';
import { transitionRecord } from './review.ts';
import type { RecordStore } from './store.ts';
import { removeRecord, type Written } from './write.ts';

interface BulkBody {
  action: string;
  reason?: string;
}

function perform(
  store: RecordStore,
  { 'x-transitions': transitions }: Contract,
  kind: Kind,
  item: { id: number; version: number },
  { action, reason }: BulkBody,
  caller: Caller,
): Written {
  if (action === 'delete') return removeRecord(store, kind, item.id, item.version, caller);
  const body = { event: action, ...(reason && { reason }) };
  return { record: transitionRecord(store, transitions, kind, item.id, item.version, body, caller) };
}

/** Performs one action on many records, and answers the outcome of each. */
export function bulkAnswer(
  store: RecordStore,
  contract: Contract,
  kind: Kind,
  { body, caller, language }: MockRequest,
) {
  const { items, ...action } = body as unknown as BulkBody & { items: { id: number; version: number }[] }; // Cast: validated by Prism.
  assertReason(contract, action);
  const outcomes = items.map((item) => {
    try {
      const { record, proposal } = perform(store, contract, kind, item, action, caller);
      if (action.action === 'delete' && !proposal)
        return { id: item.id, code: 200, data: { id: record.id, version: record.version } };
      const labels = labelsOf(store, kind, [record], caller);
      const proposed = proposal && { proposal: proposalAnswer(proposal) };
      return { id: item.id, code: proposal ? 202 : 200, data: { record, ...proposed, labels } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, data } = refusalEnvelope(contract, error, language) as Record<string, unknown>;
      return { id: item.id, code, message, data };
    }
  });
  return ok({ items: outcomes });
}

function assertReason({ 'x-transitions': transitions }: Contract, { action, reason }: BulkBody): void {
  if (transitions[action]?.reason && !reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
}

const CAUSES: Record<string, string> = {
  invalidTransition: 'otherStatus',
  secondPerson: 'ownWork',
  inUse: 'inUse',
  proposalOpen: 'proposalOpen',
  validationError: 'incomplete',
};

/** Performs one action on all records that match a list, at once, and remembers how it went. */
export function bulkMatchingAnswer(store: RecordStore, contract: Contract, kind: Kind, request: MockRequest) {
  const { body, caller, operation, query } = request;
  const { total, ...action } = body as unknown as BulkBody & { total: number }; // Cast: validated by Prism.
  assertReason(contract, action);
  const records = findRecords(store, kind, operation.parameters, query, caller);
  if (records.length === 0) throw conflict('nothingMatches');
  if (records.length !== total) throw conflict('matchesChanged', { parameters: { count: records.length } });
  const left = new Map<string, { fields: string[]; records: object[] }>();
  let [done, proposed] = [0, 0];
  for (const record of records) {
    try {
      const { proposal } = perform(store, contract, kind, record, action, caller);
      if (proposal) proposed++;
      else done++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const cause = left.get(error.key) ?? { fields: [], records: [] };
      cause.records.push({ id: record.id, ...identityOf(kind, record) });
      cause.fields = (error.details.fields ?? []).map(({ pointer }) => pointer);
      left.set(error.key, cause);
    }
  }
  const time = currentTime();
  const bulkChange: BulkChange = {
    id: nextId(store.data, 'task'),
    entity: kind.tag,
    action: action.action,
    reason: action.reason ?? null,
    status: 'done',
    cancelling: false,
    total,
    done,
    proposed,
    left: records.length - done - proposed,
    causes: [...left].map(([key, cause]) => ({
      cause: CAUSES[key] ?? 'refused',
      fields: key === 'validationError' ? cause.fields : [],
      count: cause.records.length,
      records: cause.records.slice(0, 100),
    })),
    createdBy: caller.account.username,
    createTime: time,
    endTime: time,
  };
  store.data.bulkChanges.push(bulkChange);
  return { status: 202, data: { bulkChange } };
}

/** The operations on actions on all records that match a list, each of which has ended when it is answered. */
export function bulkChangeHandlers(store: RecordStore): Handlers {
  const find = (request: MockRequest) => {
    const { account, may } = request.caller;
    const found = store.data.bulkChanges.find(({ id }) => id === idIn(request));
    if (!found || !may(`${found.entity}:read`) || (found.createdBy !== account.username && !may('task:read')))
      throw notFound();
    return found;
  };
  return {
    listBulkChanges: () => ok({ items: [] }),
    getBulkChange: (request) => ok({ bulkChange: find(request) }),
    cancelBulkChange: (request) => {
      const { account, may } = request.caller;
      if (find(request).createdBy !== account.username && !may('task:cancel')) throw forbidden('task:cancel');
      throw conflict('invalidTransition');
    },
  };
}
