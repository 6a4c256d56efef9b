import type { Knex } from 'knex';
import type { Database } from '#database';
import { contract, type Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';

export type View = Schemas['View'];
type SharableRole = Schemas['ViewListAnswer']['data']['roles'][number];

export interface ViewRow {
  id: number;
  /** Null if the owner's account was deleted. */
  user_id: number | null;
  list: View['list'];
  name: string;
  search: string;
  version: number;
  create_time: Date;
  update_time: Date;
  owner: string | null;
}

const MAX_VIEWS = 1000;

const lists: View['list'][] = contract.components.schemas.ViewedList.enum;

/** Queries the ids of the caller's roles; in a preview only the previewed one. */
const ownRoleIds = (db: Database, { id, previewRoleId }: Caller): Knex.QueryBuilder =>
  previewRoleId === null
    ? db('user_role').where('user_id', id).select('role_id')
    : db('role').where('id', previewRoleId).select('id');

/**
 * Queries the views that the caller sees: their own and those shared with their roles, of lists that they may read. Administrators also see
 * shared views whose owner's account was deleted, as nobody else can change them.
 */
export function queryVisibleViews(db: Database, caller: Caller): Knex.QueryBuilder {
  const shares = () => db('saved_view_role').where('view_id', db.ref('saved_view.id')).select('view_id');
  return db('saved_view')
    .leftJoin('user', 'user.id', 'saved_view.user_id')
    .whereIn(
      'saved_view.list',
      lists.filter((list) => caller.may(`${list}:read`)),
    )
    .where((any) => {
      any.where('saved_view.user_id', caller.id).orWhereExists(shares().whereIn('role_id', ownRoleIds(db, caller)));
      if (caller.administrator)
        any.orWhere((ownerless) => ownerless.whereNull('saved_view.user_id').whereExists(shares()));
    })
    .select('saved_view.*', 'user.username as owner');
}

/** Returns whether the caller may change and delete a view that they see. */
const mayEdit = ({ user_id }: Pick<ViewRow, 'user_id'>, { id, administrator }: Caller): boolean =>
  user_id === id || (user_id === null && administrator);

/** Reads views with their roles, as the caller sees them. */
export async function toViews(
  db: Database,
  rows: ViewRow[],
  caller: Caller,
  visibleRoles: SharableRole[],
): Promise<View[]> {
  const ids = rows.map(({ id }) => id);
  const [shares, defaults] = await Promise.all([
    db('saved_view_role').whereIn('view_id', ids).orderBy('role_id').select<Share[]>('view_id', 'role_id'),
    db('default_view').where('user_id', caller.id).whereIn('view_id', ids).pluck('view_id'),
  ]);
  const visibleIds = new Set(visibleRoles.map(({ id }) => id));
  return rows.map((row) => {
    const editable = mayEdit(row, caller);
    return {
      id: row.id,
      list: row.list,
      name: row.name,
      search: row.search,
      shared: shares
        .filter(({ view_id, role_id }) => view_id === row.id && (editable || visibleIds.has(role_id)))
        .map(({ role_id }) => role_id),
      owner: row.owner,
      own: row.user_id === caller.id,
      editable,
      isDefault: defaults.includes(row.id),
      version: row.version,
      createTime: row.create_time.toISOString(),
      updateTime: row.update_time.toISOString(),
    };
  });
}

interface Share {
  view_id: number;
  role_id: number;
}

/** Reads the roles with which the caller may share views: all if they may read roles, else their own. */
export const readVisibleRoles = (db: Database, caller: Caller): Promise<SharableRole[]> =>
  db('role')
    .modify((roles) => !caller.may('role:read') && roles.whereIn('id', ownRoleIds(db, caller)))
    .orderBy('name')
    .select('id', 'name', 'display_name as displayName');

/** Lists the views that the caller sees, their own first, and the roles that these and new ones can be shared with. */
export async function listViews(db: Database, caller: Caller): Promise<Schemas['ViewListAnswer']['data']> {
  const rows: ViewRow[] = await queryVisibleViews(db, caller)
    .orderByRaw('saved_view.user_id <=> ? DESC', [caller.id])
    .orderBy('saved_view.name')
    .orderBy('saved_view.id')
    .limit(MAX_VIEWS);
  const visibleRoles = await readVisibleRoles(db, caller);
  const items = await toViews(db, rows, caller, visibleRoles);
  const knownIds = new Set(visibleRoles.map(({ id }) => id));
  const otherIds = [...new Set(items.flatMap(({ shared }) => shared))].filter((id) => !knownIds.has(id));
  const otherRoles: SharableRole[] =
    otherIds.length === 0
      ? []
      : await db('role').whereIn('id', otherIds).orderBy('name').select('id', 'name', 'display_name as displayName');
  return { items, roles: [...visibleRoles, ...otherRoles] };
}
