import type { Fields, LogEntry } from '../data.ts';
import { fileAnswer } from '../records/export.ts';
import { changedPointers, firstChanges, identityOf } from '../records/fields.ts';
import { labelsOf, mergeLabels } from '../records/references.ts';
import type { RecordStore } from '../records/store.ts';
import { type FieldFault, invalid, notFound } from '../refusal.ts';
import type { Caller, Handlers, MockRequest } from '../request.ts';
import { ok } from '../request.ts';

type Query = Record<string, string>;

/** Returns a change as the data log lists it. */
export function toLogEntry(store: RecordStore, entry: LogEntry) {
  const { seq, time, entity, recordId, action, version, actor, proposer, reason, before, after } = entry;
  const kind = store.kind(entity);
  const names = kind.fields.map(({ name }) => name);
  const changes = before && after ? changedPointers(before, after, names) : [];
  const statusChanges = before && after && before.status !== after.status ? ['/status'] : [];
  const values = firstChanges(changes.length > 0 ? changes : statusChanges, before ?? {}, after ?? {});
  return {
    seq,
    position: seq,
    time,
    entity,
    recordId,
    ...identityOf(kind, after ?? before ?? {}),
    action,
    version,
    actor,
    ...(proposer && { proposer }),
    ...(reason && { reason }),
    changes,
    values,
    exists: store.find(entity, recordId) !== undefined,
  };
}

const labelsOfEntries = (store: RecordStore, entries: LogEntry[], caller: Caller) =>
  mergeLabels(
    entries.map(({ entity, before, after }) =>
      labelsOf(store, store.kind(entity), [before ?? {}, after ?? {}], caller),
    ),
  );

function assertComplete({ entity, recordId, field, before, after }: Query): void {
  const kind = { 'zh-CN': '类别', en: 'the kind' };
  const name = { 'zh-CN': '字段', en: 'the field' };
  const faults: FieldFault[] = [
    ...(recordId !== undefined && entity === undefined ? [together('recordId', kind)] : []),
    ...(field !== undefined && entity === undefined ? [together('field', kind)] : []),
    ...(before !== undefined && field === undefined ? [together('before', name)] : []),
    ...(after !== undefined && field === undefined ? [together('after', name)] : []),
  ];
  if (faults.length > 0) throw invalid(...faults);
}

const together = (parameter: string, other: { 'zh-CN': string; en: string }): FieldFault => ({
  pointer: `/query/${parameter}`,
  rule: 'together',
  parameters: { other },
});

const hasValue = (fields: Fields | null, name: string, wanted: string): boolean => {
  const value = fields?.[name];
  return typeof value === 'object' ? JSON.stringify(value).includes(JSON.stringify(wanted)) : String(value) === wanted;
};

/** Creations and deletions change no field. */
const changesField = ({ before, after }: LogEntry, field: string): boolean =>
  before !== null && after !== null && changedPointers(before, after, [field]).length > 0;

/** Returns the changes that a query finds, newest first. */
function findEntries({ data }: RecordStore, query: Query): LogEntry[] {
  assertComplete(query);
  const { entity, recordId, code, actor, action, field, before, after, task, changeSetId, from, to } = query;
  const tests: ((entry: LogEntry) => boolean)[] = [
    ...(entity ? [(entry: LogEntry) => entry.entity === entity] : []),
    ...(recordId ? [(entry: LogEntry) => entry.recordId === Number(recordId)] : []),
    ...(code ? [(entry: LogEntry) => (entry.after ?? entry.before)?.code === code] : []),
    ...(actor ? [(entry: LogEntry) => entry.actor === actor] : []),
    ...(action ? [(entry: LogEntry) => entry.action === action] : []),
    ...(field ? [(entry: LogEntry) => changesField(entry, field)] : []),
    ...(field && before ? [(entry: LogEntry) => hasValue(entry.before, field, before)] : []),
    ...(field && after ? [(entry: LogEntry) => hasValue(entry.after, field, after)] : []),
    // no task of the mock changes records under its own name, and no change set is released
    ...(task || changeSetId ? [() => false] : []),
    ...(from ? [({ time }: LogEntry) => Date.parse(time) >= Date.parse(from)] : []),
    ...(to ? [({ time }: LogEntry) => Date.parse(time) < Date.parse(to)] : []),
  ];
  return data.log.filter((entry) => tests.every((test) => test(entry))).toReversed();
}

const MAX_TOTAL = 10_000;

function pageOfEntries(entries: LogEntry[], { limit = '20', cursor }: Query) {
  const rest = cursor === undefined ? entries : entries.filter(({ seq }) => seq < Number(cursor));
  const page = rest.slice(0, Number(limit));
  return {
    page,
    nextCursor: rest.length > page.length ? String(page.at(-1)?.seq) : null,
    total: Math.min(entries.length, MAX_TOTAL),
    totalCapped: entries.length > MAX_TOTAL,
  };
}

const EXPORT_COLUMNS = [
  'seq',
  'position',
  'time',
  'entity',
  'recordId',
  'code',
  'name',
  'action',
  'version',
  'actor',
  'proposer',
  'reason',
  'changes',
  'before',
  'after',
];

export function dataLogHandlers(store: RecordStore): Handlers {
  return {
    listDataLogs: ({ query, caller }) => {
      const { page, ...counts } = pageOfEntries(findEntries(store, query), query);
      const items = page.map((entry) => toLogEntry(store, entry));
      return ok({ items, task: null, labels: labelsOfEntries(store, page, caller), ...counts });
    },
    listFoldedDataLogs: ({ query, caller }) => {
      const { page, ...counts } = pageOfEntries(findEntries(store, query), query);
      const items = page.map((entry) => ({ entry: toLogEntry(store, entry), task: null }));
      const changes = { changes: counts.total, changesCapped: counts.totalCapped };
      return ok({ items, labels: labelsOfEntries(store, page, caller), ...counts, ...changes });
    },
    countChangesPerDay: ({ query }) => ok({ days: changesPerDay(store, query) }),
    exportDataLogs: ({ query }) => {
      const rows = findEntries(store, query).map((entry) => {
        const { values: _, ...columns } = toLogEntry(store, entry);
        return { ...columns, before: entry.before, after: entry.after };
      });
      return fileAnswer('data-log', EXPORT_COLUMNS, rows, query.format);
    },
    getDataLog: (request) => dataLogAnswer(store, request),
  };
}

function changesPerDay({ data }: RecordStore, { days = '30', timezone = 'UTC' }: Query) {
  const format = dayFormat(timezone);
  const counts = new Map<string, number>();
  for (const { time } of data.log) {
    const day = format.format(new Date(time));
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return Array.from({ length: Number(days) }, (_, index) => {
    const day = format.format(new Date(Date.now() - (Number(days) - 1 - index) * 86_400_000));
    return { day, count: counts.get(day) ?? 0 };
  });
}

/** Formats days as 2026-11-20. @throws Refusal 422 for an unknown time zone */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    throw invalid({ pointer: '/query/timezone', rule: 'unknownTimeZone' });
  }
}

function dataLogAnswer(store: RecordStore, { path, caller }: MockRequest) {
  const entry = store.data.log.find(({ seq }) => seq === Number(path.seq));
  if (!entry) throw notFound();
  const { before, after, entity, recordId } = entry;
  return ok({
    entry: toLogEntry(store, entry),
    recordVersion: store.find(entity, recordId)?.version ?? null,
    before,
    after,
    labels: labelsOfEntries(store, [entry], caller),
  });
}
