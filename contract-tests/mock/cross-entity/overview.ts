import { missingForApproval } from '../records/checks.ts';
import { listRecords } from '../records/list.ts';
import { labelsOf, mergeLabels } from '../records/references.ts';
import type { RecordStore } from '../records/store.ts';
import { type Caller, type Handlers, ok } from '../request.ts';
import { toLogEntry } from './data-log.ts';
import { findNotices, findWaiting, tally } from './reviews.ts';

const DAY_MS = 86_400_000;
const MAX_RECENT_ITEMS = 8;
const MAX_DAYS = 31;

function startOfPeriod({ days = '1', since }: Record<string, string>): number {
  const now = Date.now();
  if (since !== undefined) return Math.max(Date.parse(since), now - MAX_DAYS * DAY_MS);
  return now - (now % DAY_MS) - (Number(days) - 1) * DAY_MS;
}

/** The home page: counts, recent changes, and what waits for the caller. */
export function overviewHandlers(store: RecordStore): Handlers {
  const { data } = store;
  const ownRejections = (caller: Caller) => findNotices(store, caller).length;
  const pendingPeople = ({ may }: Caller) => {
    if (!may('user:update')) return {};
    const pending = data.accounts.filter(({ status }) => status === 'pending');
    return { people: { pending: pending.length, oldest: pending[0]?.createTime ?? null } };
  };
  const countList = (tag: string, query: Record<string, string>, caller: Caller) => {
    const kind = store.kind(tag);
    return listRecords(store, kind, kind.operations.list?.parameters ?? [], query, caller);
  };
  return {
    getOverview: ({ query, caller }) => {
      const start = startOfPeriod(query);
      const kinds = store.kinds.filter(({ tag }) => caller.may(`${tag}:read`));
      const changes = data.log.filter(({ time }) => Date.parse(time) >= start);
      const recent = data.log
        .filter(({ action }) => action !== 'reference')
        .slice(-MAX_RECENT_ITEMS)
        .toReversed();
      return ok({
        ...pendingPeople(caller),
        entities: kinds.map(({ tag }) => {
          const { counts, total } = countList(tag, {}, caller);
          const waiting = findWaiting(store, { entity: tag }, caller).length;
          return {
            entity: tag,
            total,
            counts,
            waiting,
            changes: changes.filter(({ entity }) => entity === tag).length,
          };
        }),
        reviews: tally(findWaiting(store, {}, caller)),
        rejections: ownRejections(caller),
        changes: changes.length,
        recent: recent.map((entry) => ({ entry: toLogEntry(store, entry), task: null })),
        labels: mergeLabels(
          recent.map(({ entity, before, after }) =>
            labelsOf(store, store.kind(entity), [before ?? {}, after ?? {}], caller),
          ),
        ),
      });
    },
    getWorklist: ({ query, caller }) => {
      const editable = store.kinds.filter(({ tag }) => caller.may(`${tag}:update`));
      const mayUpdate = (wanted: string) => editable.some(({ tag }) => tag === wanted);
      const mayReview = store.kinds.some(({ tag }) => caller.may(`${tag}:review`));
      const age = (olderThan: string) => countList('rate_board', { olderThan }, caller).total;
      const ending = { validity: 'ending', ...(query.today && { today: query.today }) };
      return ok({
        ...(mayReview && { reviews: tally(findWaiting(store, {}, caller)) }),
        own: tally(findWaiting(store, { by: caller.account.username }, caller)),
        rejections: ownRejections(caller),
        // as the examples of their lists have them
        changeSets: { toReview: 1, held: 1, due: 1, rejected: 1, inReview: 1 },
        imports: [],
        incomplete: editable
          .map((kind) => ({
            entity: kind.tag,
            count: store.records(kind.tag).filter((record) => missingForApproval(kind, record).length > 0).length,
          }))
          .filter(({ count }) => count > 0),
        ...(mayUpdate('protocol') && { endingAgreements: countList('protocol', ending, caller).counts.active ?? 0 }),
        ...(mayUpdate('rate_board') && { oldRates: { day: age('day'), week: age('week'), month: age('month') } }),
        ...(caller.may('task:read') && { failedTasks: 0 }),
        ...pendingPeople(caller),
      });
    },
  };
}
