import type { Parameter } from '../../contract/types.ts';
import type { MockRecord } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { type Caller, pageOf, valuesIn } from '../request.ts';
import { columnValue, listConditions } from './filters.ts';
import { isOwnWork } from './proposals.ts';
import { latestRates } from './rates.ts';
import { labelsOf } from './references.ts';
import { searched } from './search.ts';
import type { RecordStore } from './store.ts';

/** Returns the records of a list under all of its conditions but the status, in the order asked for. */
function matchingRecords(
  store: RecordStore,
  kind: Kind,
  parameters: Parameter[],
  query: Record<string, string>,
  caller: Caller,
): MockRecord[] {
  const test = listConditions(store, kind, parameters, query, caller);
  const shown =
    parameters.some(({ name }) => name === 'view') && query.view !== 'all'
      ? latestRates(store.records(kind.tag))
      : store.records(kind.tag);
  const filtered = shown.filter(test);
  const found = query.q ? searched(kind, filtered, query.q) : filtered;
  const columns = query.q && !query.sort ? [] : orderColumns(kind, valuesIn(query.sort));
  return found.toSorted((a, b) => compareBy(kind, columns, a, b));
}

/** Records that are equal in all columns asked for follow by their ids, in the direction of the last one. */
function orderColumns({ title, keyFields }: Kind, sort: string[]): string[] {
  if (sort.length === 0) return [...(title ? keyFields : ['code']), 'id'];
  return [...sort, sort.at(-1)?.startsWith('-') ? '-id' : 'id'];
}

function compareBy(kind: Kind, columns: string[], a: MockRecord, b: MockRecord): number {
  for (const column of columns) {
    const name = column.replace('-', '');
    const order = compareValues(columnValue(kind, a, name), columnValue(kind, b, name));
    if (order !== 0) return column.startsWith('-') ? -order : order;
  }
  return 0;
}

/** Orders nothing first, then numbers and decimals by their value, and texts by their characters. */
function compareValues(a: unknown, b: unknown): number {
  const [left, right] = [a, b].map((value) => (Array.isArray(value) ? JSON.stringify(value) : (value ?? '')));
  if (left === '' || right === '') return Number(left !== '') - Number(right !== '');
  const numbers = [left, right].map(Number);
  const [x = Number.NaN, y = Number.NaN] = numbers;
  if (Number.isFinite(x) && Number.isFinite(y) && x !== y) return x - y;
  return String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
}

function isInStatus({ status }: MockRecord, query: Record<string, string>): boolean {
  const wanted = valuesIn(query.status);
  if (wanted.length === 0) return true;
  return wanted.includes(status) !== valuesIn(query.not).includes('status');
}

/** Returns all records that a list or export finds. */
export function findRecords(
  store: RecordStore,
  kind: Kind,
  parameters: Parameter[],
  query: Record<string, string>,
  caller: Caller,
): MockRecord[] {
  const { not, ...conditions } = query;
  const negated = valuesIn(not).filter((name) => name !== 'status');
  const withoutStatus = { ...conditions, ...(negated.length > 0 && { not: negated.join() }) };
  return matchingRecords(store, kind, parameters, withoutStatus, caller).filter((record) => isInStatus(record, query));
}

/** Returns a page of a list with what goes along: counts, labels, open proposals, and the caller's own work. */
export function listRecords(
  store: RecordStore,
  kind: Kind,
  parameters: Parameter[],
  query: Record<string, string>,
  caller: Caller,
) {
  const { status: _, ...conditions } = query;
  const negatesStatus = valuesIn(query.not).includes('status');
  const all = findRecords(store, kind, parameters, { ...conditions, not: query.not ?? '' }, caller);
  const counted = negatesStatus ? all.filter((record) => isInStatus(record, query)) : all;
  const counts: Record<string, number> = {};
  for (const { status } of counted) counts[status] = (counts[status] ?? 0) + 1;
  const page = pageOf(
    all.filter((record) => isInStatus(record, query)),
    query,
  );
  const marks = page.items.flatMap(({ id }) => {
    const proposal = store.openProposal(kind.tag, id);
    return proposal ? [{ id, action: proposal.action, by: proposal.by, time: proposal.time }] : [];
  });
  const isOwn = (id: number) =>
    kind.review !== 'none' &&
    (isOwnWork(store, kind, id, caller.account.id) || store.openProposal(kind.tag, id)?.authorId === caller.account.id);
  return {
    ...page,
    counts,
    labels: labelsOf(store, kind, page.items, caller),
    proposals: marks,
    upcoming: [],
    ownWork: page.items.filter(({ id }) => isOwn(id)).map(({ id }) => id),
  };
}
