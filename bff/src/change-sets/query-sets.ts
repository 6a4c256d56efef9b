import type { Knex } from 'knex';
import type { CrudContext } from '#crud/model.ts';
import { needsSecondPerson } from '#crud/review/second-person.ts';
import { containing, type Database, type Transaction } from '#database';
import { mayRead } from '#http/caller.ts';
import type { EntityKey } from '#http/contract.ts';
import type { Caller, Query } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { findSetsWithEarlierWork } from './review/item-contributors.ts';
import { querySets, type StoredSet } from './stored-set.ts';

/** Whoever may see sets. */
export type SetReader = Pick<Caller, 'id' | 'administrator' | 'may'>;

/** Queries the sets of which the caller may read every kind. Those without items are seen by whoever contributed to them, and by administrators. */
export function queryVisibleSets(crud: Pick<CrudContext, 'entities'>, db: Database, caller: SetReader) {
  const visible = querySets(db).whereNot(hasItemsOf(kindsHiddenFrom(crud, caller)));
  return caller.administrator ? visible : visible.whereRaw(`(${HAS_ITEMS} OR ${HAS_WRITER})`, [caller.id]);
}

/** Returns the kinds that hide a set with an item of them from the caller. */
export const kindsHiddenFrom = ({ entities }: Pick<CrudContext, 'entities'>, caller: SetReader): EntityKey[] =>
  entities.map(({ key }) => key).filter((key) => !mayRead(caller, key));

// With a limit, each subquery is a lookup by a key for each set; MariaDB would otherwise read the items of all sets first.
const HAS_ITEMS = '(SELECT 1 FROM proposal WHERE proposal.change_set_id = change_set.id LIMIT 1) IS NOT NULL';
const HAS_ITEMS_OF_KIND =
  '(SELECT 1 FROM proposal WHERE proposal.change_set_id = change_set.id AND proposal.entity = ? LIMIT 1) IS NOT NULL';
const HAS_WRITER =
  '(SELECT 1 FROM change_set_writer AS writer WHERE writer.set_id = change_set.id AND writer.user_id = ? LIMIT 1) IS NOT NULL';

/** Returns the condition on `change_set` that it has items of at least one of these kinds, which are its values. */
export const hasItemsOfSql = (kinds: EntityKey[]): string =>
  kinds.length > 0 ? `(${kinds.map(() => HAS_ITEMS_OF_KIND).join(' OR ')})` : 'FALSE';

const hasItemsOf = (kinds: EntityKey[]) => (query: Knex.QueryBuilder) => {
  query.whereRaw(hasItemsOfSql(kinds), kinds);
};

const queryOwnSets = (db: Database, caller: SetReader) =>
  db('change_set_writer').where('user_id', caller.id).select('set_id');

/** Conditions on the sets of a list; those that are undefined do not narrow it. */
export interface SetConditions {
  status?: StoredSet['status'][] | undefined;
  q?: string | undefined;
  mine?: boolean | undefined;
  involved?: boolean | undefined;
  toReview?: boolean | undefined;
  effectiveFrom?: string | undefined;
  effectiveTo?: string | undefined;
}

/** Returns the kinds that need a second person by the settings of now. */
export async function readReviewedKinds(
  { entities, reviewSetting }: SettingsOfKinds,
  db: Database,
): Promise<Set<EntityKey>> {
  const reviewed = new Set<EntityKey>();
  for (const { key } of entities) if (needsSecondPerson(await reviewSetting(key, db))) reviewed.add(key);
  return reviewed;
}

export type SettingsOfKinds = Pick<CrudContext, 'entities' | 'reviewSetting'>;

/** Narrows a query of sets. */
export async function whereSets(
  crud: SettingsOfKinds,
  db: Database,
  caller: Caller,
  { status, q, mine, involved, toReview, effectiveFrom, effectiveTo }: SetConditions,
) {
  const ownSets = queryOwnSets(db, caller);
  const involvesCaller = (query: Knex.QueryBuilder) =>
    query.whereIn('change_set.id', ownSets).orWhereRaw('change_set.decided_by_id <=> ?', [caller.id]);
  const awaitsCaller = toReview === undefined ? undefined : await matchSetsToReview(crud, db, caller);
  return (query: Knex.QueryBuilder): void => {
    if (status) query.whereIn('change_set.status', status);
    for (const word of q?.split(/\s+/).filter(Boolean) ?? []) query.where(matchesWord(word));
    if (mine !== undefined) query[mine ? 'whereIn' : 'whereNotIn']('change_set.id', ownSets);
    if (involved) query.where(involvesCaller);
    if (involved === false) query.whereNot(involvesCaller);
    if (awaitsCaller) query[toReview ? 'where' : 'whereNot'](awaitsCaller);
    if (effectiveFrom) query.where('change_set.due_time', '>=', new Date(effectiveFrom));
    if (effectiveTo) query.where('change_set.due_time', '<', new Date(effectiveTo));
  };
}

/** Returns the condition on the sets whose title or note has a text, or whose number it is. */
const matchesWord = (word: string) => (query: Knex.QueryBuilder) => {
  query.where('title', 'like', containing(word)).orWhere('note', 'like', containing(word));
  const [, number] = /^#?([1-9]\d{0,9})$/.exec(word) ?? [];
  if (number) query.orWhere('change_set.id', number);
};

/** Returns the condition on the sets that the caller may decide on now. */
async function matchSetsToReview(crud: SettingsOfKinds, db: Database, caller: Caller) {
  const { entities } = crud;
  const notReviewable = entities.map(({ key }) => key).filter((key) => !caller.may(`${key}:review`));
  const reviewedKinds = await readReviewedKinds(crud, db);
  const withEarlierWork = [...(await findSetsWithEarlierWork(crud, db, caller.id, reviewedKinds))];
  return (query: Knex.QueryBuilder) =>
    query
      .where('change_set.status', 'submitted')
      .where((any: Knex.QueryBuilder) =>
        any.whereNotIn('change_set.id', queryOwnSets(db, caller)).orWhereNot(hasItemsOf([...reviewedKinds])),
      )
      .whereNotIn('change_set.id', withEarlierWork)
      .whereNot(hasItemsOf(notReviewable));
}

type SetSort = NonNullable<Query<'listChangeSets'>['sort']>;

const SORT_EXPRESSIONS: Record<string, string> = {
  title: 'title',
  author: 'author',
  createTime: 'create_time',
  updateTime: 'update_time',
  // a value of its own for null, so that sets can be compared with that of the cursor
  submitTime: "IFNULL(submit_time, '1000-01-01')",
  effectiveTime: "IFNULL(due_time, '9999-12-31')",
};

/** Orders sets, those with the same value newest first, and starts after the set of the cursor. */
export const orderSets =
  (sort: SetSort | undefined, cursor: string | undefined) =>
  (query: Knex.QueryBuilder): void => {
    const expression = sort && SORT_EXPRESSIONS[sort.replace(/^-/, '')];
    if (expression) {
      const isDescending = sort.startsWith('-');
      const lastValue = `(SELECT ${expression} FROM change_set AS last WHERE last.id = ?)`;
      const id = Number(cursor);
      query.orderByRaw(`${expression} ${isDescending ? 'DESC' : 'ASC'}`);
      if (cursor)
        query.whereRaw(
          `(${expression} ${isDescending ? '<' : '>'} ${lastValue} OR (${expression} = ${lastValue} AND change_set.id < ?))`,
          [id, id, id],
        );
    } else if (cursor) query.where('change_set.id', '<', cursor);
    query.orderBy('change_set.id', 'desc');
  };

/** Reads a set that the caller sees. @throws Problem notFound */
export async function readVisibleSet(crud: CrudContext, db: Database, id: number, caller: Caller): Promise<StoredSet> {
  const stored = await queryVisibleSets(crud, db, caller).where('change_set.id', id).first();
  if (!stored) throw new Problem('notFound');
  return stored;
}

/** Locks a set that the caller sees, and with it its items. @throws Problem notFound */
export async function lockVisibleSet(
  crud: CrudContext,
  trx: Transaction,
  id: number,
  caller: Caller,
): Promise<StoredSet> {
  // before anything is read, so that all reads see the last committed version
  await trx('change_set').where({ id }).forUpdate().select('id');
  return readVisibleSet(crud, trx, id, caller);
}
