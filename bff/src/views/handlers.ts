import { type Database, findTakenColumn, type Transaction, transactWithinTimeLimit } from '#database';
import { assertMay } from '#http/caller.ts';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Caller, Handlers, Request } from '#http/operation-types.ts';
import { expectVersion } from '#http/precondition.ts';
import { invalid, Problem } from '#http/problem.ts';
import { lockOwnSession } from '#session/sessions.ts';
import { listViews, queryVisibleViews, readVisibleRoles, toViews, type View, type ViewRow } from './read-views.ts';

type ViewOperation = Extract<OperationId, 'listViews' | 'createView' | 'updateView' | 'deleteView' | 'setDefaultView'>;

/** How many views a user may own per list. */
const MAX_OWN_VIEWS = 50;

/** Creates the handlers of saved views. They change nothing that others rely on and give no access, so the user log omits them. */
export const viewHandlers = ({ db }: { db: Database }): Pick<Handlers, ViewOperation> => ({
  listViews: async ({ caller }) => ({ status: 200, data: await listViews(db, caller) }),

  createView: async (request) => {
    const record = await createView(db, request);
    return { status: 201, data: { record }, version: record.version };
  },

  updateView: async (request) => {
    const record = await updateView(db, request);
    return { status: 200, data: { record }, version: record.version };
  },

  deleteView: async (request) => {
    await transactWithinTimeLimit(request.caller, db, async (trx) => {
      const { id } = await lockEditableView(trx, request);
      await trx('saved_view').where({ id }).delete();
    });
    return { status: 200, data: {} };
  },

  setDefaultView: async ({ path, body, caller }) => ({
    status: 200,
    data: {
      record: await transactWithinTimeLimit(caller, db, async (trx) => {
        await lockOwnSession(trx, caller);
        const view = await findView(trx, path.id, caller);
        await setDefault(trx, view, body.isDefault, caller);
        return readView(trx, view.id, caller);
      }),
    },
  }),
});

const createView = (db: Database, { body, caller }: Request<'createView'>): Promise<View> =>
  transactWithinTimeLimit(caller, db, async (trx) => {
    const { list, name, search, shared = [], isDefault } = body;
    assertMay(caller, `${list}:read`);
    // serialises a user's new views, so that concurrent ones cannot exceed the limit
    await lockOwnSession(trx, caller);
    const [row] = await trx('saved_view').where({ user_id: caller.id, list }).count({ n: '*' });
    if (Number(row?.n) >= MAX_OWN_VIEWS) throw new Problem('tooManyViews', { parameters: { count: MAX_OWN_VIEWS } });
    const time = new Date();
    const columns = { user_id: caller.id, list, name, search, version: 1, create_time: time, update_time: time };
    const [id = 0] = await mapTakenName(trx('saved_view').insert(columns));
    await shareWith(trx, { id, shared }, [], caller);
    if (isDefault) await setDefault(trx, { id, list }, true, caller);
    return readView(trx, id, caller);
  });

/** Updates a view; a request without changes writes nothing. */
const updateView = (db: Database, request: Request<'updateView'>): Promise<View> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { body, caller } = request;
    const current = await lockEditableView(trx, request);
    const { name, search, shared, isDefault } = body;
    const isShareChanged = String([...shared].sort()) !== String([...current.shared].sort());
    if (isShareChanged || name !== current.name || search !== current.search) {
      const columns = { name, search, version: current.version + 1, update_time: new Date() };
      await mapTakenName(trx('saved_view').where('id', current.id).update(columns));
    }
    if (isShareChanged) await shareWith(trx, { id: current.id, shared }, current.shared, caller);
    if (isDefault !== undefined) await setDefault(trx, current, isDefault, caller);
    return readView(trx, current.id, caller);
  });

/** Reads a view that the caller sees. @throws Problem notFound */
async function findView(db: Database, id: number, caller: Caller): Promise<ViewRow> {
  const row: ViewRow | undefined = await queryVisibleViews(db, caller).where('saved_view.id', id).first();
  if (!row) throw new Problem('notFound');
  return row;
}

async function readView(db: Database, id: number, caller: Caller): Promise<View> {
  const [view] = await toViews(db, [await findView(db, id, caller)], caller, await readVisibleRoles(db, caller));
  if (!view) throw new Problem('notFound');
  return view;
}

/** Locks and reads a view. @throws Problem notFound, `notOwner`, or about the version */
async function lockEditableView(
  trx: Transaction,
  { path: { id }, ifMatch, caller }: Request<'updateView' | 'deleteView'>,
): Promise<View> {
  // before anything is read, so that all reads see the last committed version
  await trx('saved_view').where({ id }).forUpdate().select('id');
  await lockOwnSession(trx, caller);
  const view = await readView(trx, id, caller);
  if (!view.editable) throw new Problem('notOwner');
  return expectVersion(ifMatch, view);
}

/** Shares a view with these roles instead of the current ones. @throws Problem 422 for roles that the caller does not see */
async function shareWith(
  trx: Transaction,
  { id, shared }: Pick<Schemas['View'], 'id' | 'shared'>,
  current: number[],
  caller: Caller,
): Promise<void> {
  const allowedIds = new Set([...(await readVisibleRoles(trx, caller)).map((role) => role.id), ...current]);
  const unknown = shared.flatMap((roleId, index) =>
    allowedIds.has(roleId) ? [] : [{ pointer: `/shared/${index}`, rule: 'unknownReference' as const }],
  );
  if (unknown.length > 0) throw invalid(...unknown);
  await trx('saved_view_role').where('view_id', id).delete();
  if (shared.length > 0) await trx('saved_view_role').insert(shared.map((role_id) => ({ view_id: id, role_id })));
}

/** Makes a view the caller's default of its list, or no longer. */
async function setDefault(
  trx: Transaction,
  { id, list }: Pick<View, 'id' | 'list'>,
  isDefault: boolean,
  { id: userId }: Caller,
): Promise<void> {
  const row = { user_id: userId, list, view_id: id };
  if (isDefault) await trx('default_view').insert(row).onConflict().merge();
  else await trx('default_view').where(row).delete();
}

async function mapTakenName<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!findTakenColumn(error)) throw error;
    throw new Problem('duplicateView', { fields: [{ pointer: '/name', rule: 'taken' }] });
  }
}
