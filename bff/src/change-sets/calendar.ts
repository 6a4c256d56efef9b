import type { CrudContext } from '#crud/model.ts';
import type { Query } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { toLocalDay } from './effective-time.ts';
import { inOrderOfRelease, queryVisibleSets, type SetViewer, type StoredSet, toChangeSets } from './stored-set.ts';

const MAX_SETS = 500;

/** What these sets hold does not take effect, or does no more. */
const ENDED_STATUSES = ['rejected', 'reverted', 'withdrawn'] as const;

/** Reads the sets whose date lies in a period of local days. @throws Problem 422 for a period that ends before it begins */
export async function readCalendar(crud: CrudContext, query: Query<'getCalendar'>, viewer: SetViewer) {
  const { db } = crud;
  const zone = await crud.timeZone();
  const today = toLocalDay(Date.now(), zone);
  const { from = today, to = from } = query;
  if (to < from) throw invalid({ pointer: '/query/to', rule: 'reversedRange' });
  const rows = await queryVisibleSets(crud, db, viewer.caller)
    .whereBetween('effective_on', [new Date(`${from}T00:00:00Z`), new Date(`${to}T23:59:59Z`)])
    .whereNotIn('status', [...ENDED_STATUSES])
    .modify(inOrderOfRelease)
    .limit(MAX_SETS + 1)
    .select<StoredSet[]>('change_set.*');
  const items = await toChangeSets(crud, db, rows.slice(0, MAX_SETS), viewer);
  return { zone, today, items, capped: rows.length > MAX_SETS };
}
