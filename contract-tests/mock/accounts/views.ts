import { currentTime, type MockData, nextId, type View } from '../data.ts';
import { conflict, invalid, notFound, Refusal } from '../refusal.ts';
import { type Caller, expectVersion, type Handlers, idIn, type MockRequest, ok } from '../request.ts';
import { isAdministrator, rolesOf } from './access.ts';

const MAX_VIEWS_OF_LIST = 50;

type NewView = Pick<View, 'list' | 'name' | 'search'> & Partial<Pick<View, 'shared'>> & { isDefault?: boolean };

/** The views of lists that users save and share with roles. */
export function viewHandlers(data: MockData): Handlers {
  const roleIds = ({ account }: Caller) => rolesOf(data, account.roles).map(({ id }) => id);
  /** The roles with which a caller may share: the own ones, and all for an administrator. */
  const visibleRoles = ({ account, may }: Caller) => {
    const own = rolesOf(data, account.roles);
    return own.some(isAdministrator) || may('role:read') ? data.roles : own;
  };
  const isVisible = (view: View, caller: Caller) =>
    view.userId === caller.account.id || view.shared.some((id) => roleIds(caller).includes(id));

  const toAnswer = ({ userId, ...view }: View, caller: Caller) => {
    const own = userId === caller.account.id;
    const seen = visibleRoles(caller).map(({ id }) => id);
    return {
      ...view,
      shared: own ? view.shared : view.shared.filter((id) => seen.includes(id)),
      owner: data.accounts.find(({ id }) => id === userId)?.username ?? null,
      own,
      editable: own,
      isDefault: data.defaultViews.get(`${caller.account.id} ${view.list}`) === view.id,
    };
  };

  function find(request: MockRequest): View {
    const view = data.views.find(({ id }) => id === idIn(request));
    if (!view || !isVisible(view, request.caller)) throw notFound();
    return view;
  }

  function findOwn(request: MockRequest): View {
    const view = find(request);
    if (view.userId !== request.caller.account.id) throw new Refusal(403, 'notOwner');
    expectVersion(request.ifMatch, view);
    return view;
  }

  function assertSavable(
    { list, name, shared }: Pick<View, 'list' | 'name' | 'shared'>,
    id: number,
    caller: Caller,
  ): void {
    const seen = visibleRoles(caller).map((role) => role.id);
    const unknown = shared.flatMap((roleId, index) => (seen.includes(roleId) ? [] : [`/shared/${index}`]));
    if (unknown.length > 0) throw invalid(...unknown.map((pointer) => ({ pointer, rule: 'unknownReference' })));
    const isTaken = data.views.some(
      (view) => view.id !== id && view.userId === caller.account.id && view.list === list && view.name === name,
    );
    if (isTaken) throw conflict('duplicateView', { fields: [{ pointer: '/name', rule: 'taken' }] });
  }

  function assertRoom(list: View['list'], { account }: Caller): void {
    const own = data.views.filter((view) => view.userId === account.id && view.list === list);
    if (own.length >= MAX_VIEWS_OF_LIST) throw conflict('tooManyViews');
  }

  /** One's own views first, then by name. */
  const inOrder = (views: View[], { account }: Caller) =>
    views.toSorted(
      (a, b) =>
        Number(b.userId === account.id) - Number(a.userId === account.id) ||
        a.name.localeCompare(b.name) ||
        a.id - b.id,
    );

  function setDefault(view: View, isDefault: unknown, { account }: Caller): void {
    const key = `${account.id} ${view.list}`;
    if (isDefault === true) data.defaultViews.set(key, view.id);
    if (isDefault === false && data.defaultViews.get(key) === view.id) data.defaultViews.delete(key);
  }

  return {
    listViews: ({ caller }) =>
      ok({
        items: inOrder(data.views, caller)
          .filter((view) => isVisible(view, caller))
          .map((view) => toAnswer(view, caller)),
        roles: visibleRoles(caller).map(({ id, name, displayName }) => ({ id, name, displayName })),
      }),
    createView: ({ body, caller }) => {
      const { isDefault, shared = [], ...sent } = body as unknown as NewView; // Cast: validated by Prism.
      const time = currentTime();
      const created = { version: 1, createTime: time, updateTime: time };
      const view: View = { ...sent, shared, ...created, id: 0, userId: caller.account.id };
      assertRoom(view.list, caller);
      assertSavable(view, 0, caller);
      view.id = nextId(data, 'view');
      data.views.push(view);
      setDefault(view, isDefault, caller);
      return { status: 201, data: { record: toAnswer(view, caller) }, version: 1 };
    },
    updateView: (request) => {
      const view = findOwn(request);
      const { isDefault, ...sent } = request.body as Partial<View> & { isDefault?: boolean }; // Cast: validated by Prism.
      assertSavable({ ...view, ...sent }, view.id, request.caller);
      Object.assign(view, sent, { version: view.version + 1, updateTime: currentTime() });
      setDefault(view, isDefault, request.caller);
      return ok({ record: toAnswer(view, request.caller) }, view.version);
    },
    deleteView: (request) => {
      const view = findOwn(request);
      data.views = data.views.filter((other) => other !== view);
      return ok({});
    },
    setDefaultView: (request) => {
      const view = find(request);
      setDefault(view, request.body.isDefault, request.caller);
      return ok({ record: toAnswer(view, request.caller) }, view.version);
    },
  };
}
