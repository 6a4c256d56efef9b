import type { CrudContext } from '#crud/model.ts';
import { cappedTotal, countCapped, transactWithinTimeLimit } from '#database';
import type { Handlers, Query, Request } from '#http/operation-types.ts';
import { expectVersion } from '#http/precondition.ts';
import { invalid, Problem } from '#http/problem.ts';
import { addItems } from './add-items.ts';
import { createSet } from './create-set.ts';
import { addItem, changeItem, removeItem } from './edit-items.ts';
import { inPeriod, toDateColumns, toLocalDay } from './effective-time.ts';
import { readItemPage } from './item-pages.ts';
import { lockVisibleSet, orderSets, queryVisibleSets, readVisibleSet, whereSets } from './query-sets.ts';
import { startSetTask } from './set-task.ts';
import { assertChangeable, type ChangeSet, contribute, inOrderOfRelease, type StoredSet } from './stored-set.ts';
import { readChangeSet, type SetViewer, toChangeSets } from './to-change-sets.ts';
import { transitionSet } from './transition-set.ts';

type ChangeSetOperation =
  | 'listChangeSets'
  | 'createChangeSet'
  | 'getCalendar'
  | 'getChangeSet'
  | 'updateChangeSet'
  | 'transitionChangeSet'
  | 'listChangeSetItems'
  | 'addChangeSetItem'
  | 'addChangeSetItems'
  | 'updateChangeSetItem'
  | 'removeChangeSetItem';

const toFound = (changeSet: ChangeSet) => ({ status: 200 as const, data: { changeSet }, version: changeSet.version });

/** Creates the handlers of the sets that people put together. */
export const changeSetHandlers = (crud: CrudContext): Pick<Handlers, ChangeSetOperation> => ({
  listChangeSets: async ({ query, ...viewer }) => ({ status: 200, data: await listSets(crud, query, viewer) }),

  createChangeSet: async (request) => {
    const changeSet = await createSet(crud, request);
    return { status: 201, data: { changeSet }, version: changeSet.version };
  },

  getCalendar: async ({ query, ...viewer }) => ({ status: 200, data: await readCalendar(crud, query, viewer) }),

  getChangeSet: async ({ path, ...viewer }) => toFound(await readChangeSet(crud, crud.db, path.id, viewer)),

  updateChangeSet: async (request) => toFound(await editSet(crud, request)),

  transitionChangeSet: async (request) => {
    const isStarted = await startSetTask(crud, request);
    if (!isStarted) await transitionSet(crud, request);
    const changeSet = await readChangeSet(crud, crud.db, request.path.id, request);
    return isStarted && changeSet.task ? { status: 202, data: { changeSet } } : toFound(changeSet);
  },

  listChangeSetItems: async ({ path, query, ...viewer }) => {
    const set = await readVisibleSet(crud, crud.db, path.id, viewer.caller);
    return { status: 200, data: await readItemPage(crud, set, query, viewer) };
  },

  addChangeSetItem: (request) => addItem(crud, request),
  addChangeSetItems: (request) => addItems(crud, request),
  updateChangeSetItem: (request) => changeItem(crud, request),
  removeChangeSetItem: (request) => removeItem(crud, request),
});

/** Reads a page of sets; `cursor` is the id of the last set seen. @throws Problem 422 for a period that ends before it begins */
async function listSets(
  crud: CrudContext,
  { cursor, limit = 20, sort, ...conditions }: Query<'listChangeSets'>,
  viewer: SetViewer,
) {
  const { db } = crud;
  const { caller } = viewer;
  const { status, ...otherConditions } = conditions;
  const { effectiveFrom, effectiveTo } = conditions;
  if (effectiveFrom && effectiveTo && Date.parse(effectiveTo) < Date.parse(effectiveFrom))
    throw invalid({ pointer: '/query/effectiveTo', rule: 'reversedRange' });
  const matches = await whereSets(crud, db, caller, conditions);
  const matchesOthers = status ? await whereSets(crud, db, caller, otherConditions) : matches;
  const sets = () => queryVisibleSets(crud, db, caller).modify(matches);
  const readCounts: Promise<{ status: StoredSet['status']; n: number }[]> = queryVisibleSets(crud, db, caller)
    .modify(matchesOthers)
    .groupBy('change_set.status')
    .select('change_set.status', db.raw('COUNT(*) AS n'));
  const page = sets()
    .modify(orderSets(sort, cursor))
    .limit(limit + 1)
    .select<StoredSet[]>('change_set.*');
  const [rows, count, counts] = await Promise.all([page, countCapped(db, sets()), readCounts]);
  const items = await toChangeSets(crud, db, rows.slice(0, limit), viewer);
  return {
    items,
    nextCursor: rows.length > limit ? String(items.at(-1)?.id) : null,
    ...cappedTotal(count),
    counts: Object.fromEntries(counts.map(({ status, n }) => [status, n])),
  };
}

/** Changes title, note and date of a set. */
const editSet = (
  crud: CrudContext,
  { path, body, ifMatch, caller, language }: Request<'updateChangeSet'>,
): Promise<ChangeSet> =>
  transactWithinTimeLimit(caller, crud.db, async (trx) => {
    const set = await lockVisibleSet(crud, trx, path.id, caller);
    const current = await readChangeSet(crud, trx, path.id, { caller, language });
    if (!current.ownWork && !caller.administrator) throw new Problem('notOwner');
    expectVersion(ifMatch, current);
    await assertChangeable(trx, set, caller);
    const date = await toDateColumns(crud, trx, body.effectiveOn, set);
    const { title, note = null } = body;
    // saving what is there already costs no approval
    if (title === set.title && note === set.note && date.due_time === set.due_time) return current;
    await contribute(trx, set, caller);
    await trx('change_set')
      .where({ id: set.id })
      .update({ title, note, ...date });
    return readChangeSet(crud, trx, path.id, { caller, language });
  });

const MAX_CALENDAR_SETS = 500;

/** The statuses of sets that never take effect, or no longer do. */
const INEFFECTIVE_STATUSES = ['rejected', 'reverted', 'withdrawn'] as const;

/** Reads the sets whose date lies in a period of local days. @throws Problem 422 for a period that ends before it begins */
async function readCalendar(crud: CrudContext, query: Query<'getCalendar'>, viewer: SetViewer) {
  const { db } = crud;
  const zone = await crud.timeZone();
  const today = toLocalDay(Date.now(), zone);
  const { from = today, to = from } = query;
  if (to < from) throw invalid({ pointer: '/query/to', rule: 'reversedRange' });
  const rows = await queryVisibleSets(crud, db, viewer.caller)
    .modify(inPeriod(from, to))
    .whereNotIn('status', [...INEFFECTIVE_STATUSES])
    .modify(inOrderOfRelease)
    .limit(MAX_CALENDAR_SETS + 1)
    .select<StoredSet[]>('change_set.*');
  const items = await toChangeSets(crud, db, rows.slice(0, MAX_CALENDAR_SETS), viewer);
  return { zone, today, items, capped: rows.length > MAX_CALENDAR_SETS };
}
