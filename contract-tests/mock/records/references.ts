import type { Fields, MockRecord } from '../data.ts';
import type { Kind } from '../kinds.ts';
import type { Caller } from '../request.ts';
import { identityOf } from './fields.ts';
import type { RecordStore } from './store.ts';

interface FoundReference {
  pointer: string;
  /** The kind of record that it refers to. */
  target: string;
  code: string;
}

/** Returns all references in the fields of a record. */
export function referencesIn(kind: Kind, fields: Fields): FoundReference[] {
  return kind.fields.flatMap(({ name, reference, referenceList }): FoundReference[] => {
    const value = fields[name];
    if (reference) return typeof value === 'string' ? [{ pointer: `/${name}`, target: reference, code: value }] : [];
    if (!referenceList || !Array.isArray(value)) return [];
    const { target, member } = referenceList;
    return value.map((entry, index) =>
      member === undefined
        ? { pointer: `/${name}/${index}`, target, code: String(entry) }
        : { pointer: `/${name}/${index}/${member}`, target, code: String(entry[member]) },
    );
  });
}

/** Returns fields in which a code of a kind is replaced by another. */
export function withRenamedReference(kind: Kind, fields: Fields, target: string, from: string, to: unknown): Fields {
  return Object.fromEntries(
    kind.fields.map(({ name, reference, referenceList }) => {
      const value = fields[name];
      if (reference === target && value === from) return [name, to];
      if (referenceList?.target !== target || !Array.isArray(value)) return [name, value];
      const { member } = referenceList;
      const renamed = value.map((entry) =>
        member === undefined
          ? entry === from
            ? to
            : entry
          : entry[member] === from
            ? { ...entry, [member]: to }
            : entry,
      );
      return [name, renamed];
    }),
  );
}

interface Referrer {
  kind: Kind;
  record: MockRecord;
}

/** Returns the records that refer to a record, kind by kind. */
export function referrersOf(store: RecordStore, target: Kind, { code }: MockRecord): Referrer[] {
  if (typeof code !== 'string') return [];
  return store.kinds
    .filter(({ fields }) =>
      fields.some(({ reference, referenceList }) => [reference, referenceList?.target].includes(target.tag)),
    )
    .flatMap((kind) =>
      store
        .records(kind.tag)
        .filter((record) =>
          referencesIn(kind, record).some((found) => found.target === target.tag && found.code === code),
        )
        .map((record) => ({ kind, record })),
    );
}

const MAX_LISTED = 100;

/** Counts and lists the records that refer to a record, of kinds that the caller may read. */
export function describeReferrers(store: RecordStore, kind: Kind, record: MockRecord, caller: Caller) {
  const referrers = referrersOf(store, kind, record);
  const totals: Record<string, number> = {};
  for (const { kind: referrer } of referrers) totals[referrer.tag] = (totals[referrer.tag] ?? 0) + 1;
  const items = referrers
    .filter((referrer) => caller.may(`${referrer.kind.tag}:read`))
    .slice(0, MAX_LISTED)
    .map((referrer) => {
      const { code, name } = identityOf(referrer.kind, referrer.record);
      return { entity: referrer.kind.tag, id: referrer.record.id, code, name };
    });
  return { total: referrers.length, totals, items };
}

type Labels = Record<string, Record<string, { name: string; 'zh-CN'?: string; en?: string }>>;

/** Returns the names of all records that records of a kind refer to: kind → code → names. */
export function labelsOf(store: RecordStore, kind: Kind, records: Fields[], caller: Caller): Labels {
  const labels: Labels = {};
  for (const { target, code } of records.flatMap((record) => referencesIn(kind, record))) {
    if (!caller.may(`${target}:read`)) continue;
    const found = store.findByCode(target, code);
    if (!found) continue;
    const { name, locales } = identityOf(store.kind(target), found);
    const [zh, en] = [locales['zh-CN']?.name, locales.en?.name];
    labels[target] ??= {};
    labels[target][code] = { name, ...(zh && { 'zh-CN': zh }), ...(en && { en }) };
  }
  return labels;
}

/** Combines the labels of records of several kinds. */
export function mergeLabels(all: Labels[]): Labels {
  const merged: Labels = {};
  for (const labels of all)
    for (const [tag, names] of Object.entries(labels)) merged[tag] = { ...merged[tag], ...names };
  return merged;
}
