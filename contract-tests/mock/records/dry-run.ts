import type { Contract } from '../../contract/types.ts';
import type { Fields, MockRecord } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { type FieldFault, forbidden, invalid, notFound, Refusal, refusalEnvelope } from '../refusal.ts';
import { type Caller, type MockRequest, ok } from '../request.ts';
import { changedPointers, fieldsOf } from './fields.ts';
import { referrersOf } from './references.ts';
import type { RecordStore } from './store.ts';
import { createRecord, updateRecord } from './write.ts';

interface Row {
  id?: number;
  version?: number;
  changes: Fields;
}

/** Tries rows one after another, and brings the data back that was there before. */
export function dryRunAnswer(store: RecordStore, contract: Contract, kind: Kind, request: MockRequest) {
  const { rows, impact } = request.body as unknown as { rows: Row[]; impact?: boolean }; // Cast: validated by Prism.
  const faults = rows.flatMap(({ id, version }, at): FieldFault[] =>
    id !== undefined && version === undefined ? [{ pointer: `/rows/${at}/version`, rule: 'required' }] : [],
  );
  if (faults.length > 0) throw invalid(...faults);
  const { records, log, proposals, contributors, lastIds } = store.data;
  const before = structuredClone({ records, log, proposals, contributors, lastIds });
  const outcomes = rows.map((row) => outcomeOf(store, contract, kind, row, request));
  Object.assign(store.data, before);
  const changed = rows.flatMap(({ id }) => (id === undefined ? [] : (store.find(kind.tag, id) ?? [])));
  return ok({ rows: outcomes, ...(impact && { impact: impactOf(store, kind, changed) }) });
}

function outcomeOf(store: RecordStore, contract: Contract, kind: Kind, row: Row, { caller, language }: MockRequest) {
  try {
    return { ...tryRow(store, kind, row, caller), warnings: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...refusalEnvelope(contract, error, language), changes: [], warnings: [] };
  }
}

function tryRow(store: RecordStore, kind: Kind, { id, version, changes }: Row, caller: Caller) {
  const permission = `${kind.tag}:${id === undefined ? 'create' : 'update'}`;
  if (!caller.may(permission)) throw forbidden(permission);
  if (id === undefined) {
    createRecord(store, kind, changes, caller);
    return { code: 201, changes: [] };
  }
  const current = store.find(kind.tag, id);
  if (!current) throw notFound();
  const earlier = fieldsOf(kind, current);
  const { record, proposal } = updateRecord(store, kind, id, version, { ...earlier, ...changes }, caller);
  const later = proposal?.after ?? fieldsOf(kind, record);
  return { code: proposal ? 202 : 200, changes: changedPointers(earlier, later, Object.keys(later)) };
}

/** Returns the impact of changes of records; the mock has no subscribers, warnings or change sets. */
export function impactOf(store: RecordStore, kind: Kind, changed: MockRecord[]) {
  const totals: Record<string, number> = {};
  for (const record of changed)
    for (const { kind: referrer } of referrersOf(store, kind, record))
      totals[referrer.tag] = (totals[referrer.tag] ?? 0) + 1;
  const total = Object.values(totals).reduce((sum, count) => sum + count, 0);
  return {
    referrers: { total, totals },
    referenceVersions: { total: 0, totals: {} },
    subscribers: { total: 0, enter: 0, update: 0, leave: 0 },
    warnings: { opened: { total: 0, items: [] }, closed: { total: 0, items: [] } },
    changeSets: { total: 0, items: [] },
  };
}
