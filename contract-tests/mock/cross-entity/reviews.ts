import type { MockRecord, Proposal } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { missingForApproval } from '../records/checks.ts';
import { impactOf } from '../records/dry-run.ts';
import { firstChanges, identityOf } from '../records/fields.ts';
import { isOwnProposal, isOwnWork, proposalAnswer } from '../records/proposals.ts';
import { labelsOf, mergeLabels } from '../records/references.ts';
import type { RecordStore } from '../records/store.ts';
import { forbidden, notFound } from '../refusal.ts';
import { type Caller, type Handlers, idIn, ok, pageOf } from '../request.ts';

type Query = Record<string, string>;

interface ReviewItem {
  entity: string;
  by: string;
  time: string;
  kind: string;
  missing: string[];
}

interface Waiting {
  kind: Kind;
  record: MockRecord;
  item: ReviewItem;
}

/** Returns what waits for a second person, oldest first, or kind by kind. */
export function findWaiting(store: RecordStore, query: Query, caller: Caller): Waiting[] {
  const kinds = store.kinds.filter(({ tag }) => caller.may(`${tag}:read`) && (!query.entity || query.entity === tag));
  const waiting = kinds.flatMap((kind) =>
    store.records(kind.tag).flatMap((record): Waiting[] => {
      const proposal = store.openProposal(kind.tag, record.id);
      if (proposal) return [{ kind, record, item: proposalItem(store, kind, record, proposal, caller) }];
      return record.status === 'pending' ? [{ kind, record, item: recordItem(store, kind, record, caller) }] : [];
    }),
  );
  const position = ({ kind }: Waiting) => (query.order === 'entity' ? kind.position : 0);
  return waiting
    .filter(({ item }) => matches(item, query))
    .toSorted((a, b) => position(a) - position(b) || a.item.time.localeCompare(b.item.time));
}

function matches(item: ReviewItem, { kind, by, before, since, missing }: Query): boolean {
  if (kind && item.kind !== kind) return false;
  if (by && item.by !== by) return false;
  if (before && Date.parse(item.time) >= Date.parse(before)) return false;
  if (since && Date.parse(item.time) < Date.parse(since)) return false;
  if (missing === undefined) return true;
  return missing === 'none' ? item.missing.length === 0 : item.missing.includes(missing);
}

const PENDING_ACTIONS = ['create', 'resubmit', 'restore'];

function recordItem(store: RecordStore, kind: Kind, record: MockRecord, { account }: Caller) {
  const { id, updatedBy: by, updateTime: time, version, warnings } = record;
  return {
    entity: kind.tag,
    id,
    ...identityOf(kind, record),
    kind: 'record',
    action: store.changesOf(kind.tag, id).find(({ action }) => PENDING_ACTIONS.includes(action))?.action ?? 'create',
    changes: [],
    values: [],
    by,
    time,
    version,
    ownWork: isOwnWork(store, kind, id, account.id),
    missing: missingForApproval(kind, record),
    warnings,
  };
}

function proposalItem(store: RecordStore, kind: Kind, record: MockRecord, proposal: Proposal, { account }: Caller) {
  const { action, by, changes, time, version } = proposalAnswer(proposal);
  const { base, after } = proposal;
  return {
    entity: kind.tag,
    id: record.id,
    ...identityOf(kind, record),
    kind: 'proposal',
    action,
    changes,
    values: after ? firstChanges(changes, base, after) : [],
    by,
    time,
    version,
    ownWork: isOwnProposal(store, kind, proposal, account.id),
    missing: [],
    warnings: [],
  };
}

/** Counts what waits, and tells since when. */
export const tally = (waiting: Waiting[]) => ({ total: waiting.length, oldest: waiting[0]?.item.time ?? null });

/** Counts how often each value occurs, the most frequent first. */
function countEach(values: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

const completenessOf = (items: ReviewItem[]) => ({
  ready: items.filter(({ missing }) => missing.length === 0).length,
  missing: countEach(items.flatMap(({ missing }) => missing)).map(([pointer, count]) => ({ pointer, count })),
});

const AGES = [
  { from: 0, below: 2 },
  { from: 2, below: 7 },
  { from: 7, below: 30 },
  { from: 30, below: null },
];

/** Finds the notices of the caller about records that are there and that they may read. */
export const findNotices = (store: RecordStore, { account, may }: Caller) =>
  store.data.notices.filter(
    ({ userId, entity, id }) => userId === account.id && may(`${entity}:read`) && store.find(entity, id),
  );

export function reviewHandlers(store: RecordStore): Handlers {
  const ownNotices = (caller: Caller) => findNotices(store, caller);
  return {
    listReviews: ({ query, caller }) => {
      const page = pageOf(findWaiting(store, query, caller), query);
      const { by: _, ...others } = query;
      const authors = countEach(findWaiting(store, others, caller).map(({ item }) => item.by)).slice(0, 50);
      return ok({
        ...page,
        items: page.items.map(({ item }) => item),
        authors: authors.map(([by, count]) => ({ by, count })),
        labels: mergeLabels(
          page.items.map(({ kind, record }) => {
            const proposed = store.openProposal(kind.tag, record.id)?.after;
            return labelsOf(store, kind, proposed ? [record, proposed] : [record], caller);
          }),
        ),
      });
    },
    getReviewCompleteness: ({ query, caller }) => {
      const waiting = findWaiting(store, { ...query, order: 'entity' }, caller).map(({ item }) => item);
      const entities = [...new Set(waiting.map(({ entity }) => entity))].map((entity) => {
        const items = waiting.filter((item) => item.entity === entity);
        return { entity, total: items.length, ...completenessOf(items) };
      });
      return ok({ ...completenessOf(waiting), entities });
    },
    getReviewAges: ({ query, caller }) => {
      const days = findWaiting(store, query, caller).map(
        ({ item }) => (Date.now() - Date.parse(item.time)) / 86_400_000,
      );
      const isIn = (age: number, { from, below }: (typeof AGES)[number]) =>
        age >= from - (from === 0 ? 1 : 0) && (below === null || age < below);
      return ok({ ages: AGES.map((range) => ({ ...range, count: days.filter((age) => isIn(age, range)).length })) });
    },
    // subscribers are answered by their examples
    getReviewReceivers: ({ query, caller }) => {
      const { entity = '' } = query;
      if (!caller.may(`${entity}:read`)) throw forbidden(`${entity}:read`);
      store.get(entity, Number(query.id));
      return ok({ receivers: 0 });
    },
    getReviewImpact: ({ query, caller }) => {
      const { entity = '' } = query;
      if (!caller.may(`${entity}:read`)) throw forbidden(`${entity}:read`);
      const kind = store.kind(entity);
      const record = store.get(entity, Number(query.id));
      if (!store.openProposal(entity, record.id) && record.status !== 'pending') throw notFound();
      return ok({ impact: impactOf(store, kind, [record]) });
    },
    listRejections: ({ query, caller }) => {
      const items = ownNotices(caller)
        .toReversed()
        .map(({ userId: _, ...notice }) => {
          const record = store.get(notice.entity, notice.id);
          return { ...notice, ...identityOf(store.kind(notice.entity), record) };
        });
      return ok(pageOf(items, query));
    },
    dismissRejection: (request) => {
      const notice = ownNotices(request.caller).find((each) => each.notice === idIn(request));
      if (!notice) throw notFound();
      store.data.notices = store.data.notices.filter((each) => each !== notice);
      return ok({});
    },
  };
}
