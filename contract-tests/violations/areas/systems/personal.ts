import { dropFields, inBody, inData, inEachItem, inItems, inRecord, keepItems } from '../../kit/edits.ts';
import { asAdminWhen } from '../../kit/follow-ups.ts';
import { ops, tagged } from '../../kit/operations.ts';
import { type Data, type EditResponse, violationsOf } from '../../kit/violation.ts';

const VIEW = '#/components/schemas/View/properties';
const LIST = '#/paths/~1api~1v1~1views/get';
const PREFERENCES = '#/paths/~1api~1v1~1profile~1preferences/put';
const list = ops('listViews');
const saves = ops('createView', 'updateView');
const preferences = ops('getPreferences', 'updatePreferences');

const conflictPasses =
  (key: string): EditResponse =>
  (answer, { json }) => {
    if (answer.key !== key) return;
    const now = new Date().toISOString();
    const record = {
      ...json,
      id: 4_294_967_290,
      shared: json.shared ?? [],
      owner: 'editor',
      own: true,
      editable: true,
      isDefault: false,
      version: 1,
      createTime: now,
      updateTime: now,
    };
    Object.assign(answer, { status: 201, headers: { ...answer.headers, etag: '"1"' } });
    answer.json = { code: 201, message: 'Created', data: { record } };
  };

export const personalViolations = violationsOf('views and preferences', [
  {
    id: 'view-search-normalised',
    at: '#/paths/~1api~1v1~1views/post',
    breaks: 'The server keeps the query as it is.',
    on: saves,
    request: inBody((body) => {
      if (typeof body.search === 'string') body.search = body.search.split('&').sort().join('&');
    }),
  },
  {
    id: 'view-search-decoded',
    at: '#/components/schemas/ViewSearch',
    breaks: 'The query of the list’s address, as the console writes it.',
    on: tagged('view'),
    response: inData((data) => {
      for (const view of data.items ?? [data.record]) if (view) view.search = view.search.replaceAll('%20', '+');
    }),
  },
  {
    id: 'view-loses-shared-roles',
    at: '#/components/schemas/SharedRoles',
    breaks: 'Ids of the roles with which it is shared.',
    on: saves,
    request: inBody((body) => body.shared && Object.assign(body, { shared: [] })),
  },
  {
    id: 'view-default-lost',
    at: '#/components/schemas/NewViewBody/properties/isDefault',
    breaks: 'isDefault: the caller’s list opens with it',
    on: saves,
    request: dropFields('isDefault'),
  },
  {
    id: 'view-update-clears-default',
    at: '#/paths/~1api~1v1~1views~1{id}/put',
    breaks: 'Without `isDefault`, the caller’s default stays too.',
    on: ops('updateView'),
    request: inBody((body) => {
      body.isDefault ??= false;
    }),
  },
  {
    id: 'view-default-raises-version',
    at: '#/paths/~1api~1v1~1views~1{id}~1default/put',
    breaks: 'It is no part of the view, whose version stays.',
    on: ops('setDefaultView'),
    response: inRecord((record) => Object.assign(record, { version: record.version + 1 })),
  },
  {
    id: 'two-default-views-of-list',
    at: '#/paths/~1api~1v1~1views~1{id}~1default/put',
    breaks: 'A list has one default view per person.',
    on: ops('listViews', 'setDefaultView', 'createView'),
    response: inData((data, { token }, memory) => {
      const defaults: Set<number> = memory.get(token) ?? new Set();
      if (data.record?.isDefault) memory.set(token, defaults.add(data.record.id));
      for (const view of data.items ?? []) if (defaults.has(view.id)) view.isDefault = true;
    }),
  },
  {
    id: 'views-of-others-missing',
    at: LIST,
    breaks: 'One’s own, and those shared with a role that one has.',
    on: list,
    response: keepItems(({ own }: Data) => own),
  },
  {
    id: 'views-own-last',
    at: LIST,
    breaks: 'one’s own first, then by name',
    on: list,
    response: inItems((items) => items.sort((a: Data, b: Data) => Number(a.own) - Number(b.own))),
  },
  {
    id: 'views-not-by-name',
    at: LIST,
    breaks: 'one’s own first, then by name',
    on: list,
    response: inItems((items) => items.sort((a: Data, b: Data) => Number(b.own) - Number(a.own) || b.id - a.id)),
  },
  {
    id: 'views-lack-roles',
    at: LIST,
    breaks: '`roles` are the roles that the caller may share views with.',
    on: list,
    response: inData((data) => Object.assign(data, { roles: [] })),
  },
  {
    id: 'views-of-everybody-own',
    at: `${VIEW}/own`,
    breaks: 'It belongs to the caller.',
    on: list,
    response: inEachItem((view) => Object.assign(view, { own: true, editable: true })),
  },
  {
    id: 'view-owner-missing',
    at: `${VIEW}/owner`,
    breaks: 'The user name; null where the account was deleted.',
    on: tagged('view'),
    response: inData((data) => {
      for (const view of data.items ?? [data.record]) if (view) view.owner = null;
    }),
  },
  {
    id: 'foreign-view-changed',
    at: '#/components/responses/NotOwner',
    breaks: 'The view belongs to somebody else (notOwner).',
    on: ops('updateView', 'deleteView'),
    after: asAdminWhen(({ key }) => key === 'notOwner'),
  },
  {
    id: 'foreign-view-answers-404',
    at: '#/components/responses/NotOwner',
    breaks: '403: The view belongs to somebody else (notOwner).',
    on: ops('updateView', 'deleteView'),
    response: (answer) => {
      if (answer.key === 'notOwner') answer.setStatus(404);
    },
  },
  {
    id: 'view-name-twice',
    at: '#/components/responses/ViewConflict',
    breaks: 'The owner has a view of this list by that name (duplicateView).',
    on: saves,
    response: conflictPasses('duplicateView'),
  },
  {
    id: 'views-unlimited',
    at: '#/components/responses/ViewConflict',
    breaks: 'or already 50 views of it (tooManyViews)',
    on: ops('createView'),
    response: conflictPasses('tooManyViews'),
  },
  {
    id: 'deleted-view-listed',
    at: '#/paths/~1api~1v1~1views~1{id}/delete',
    breaks: 'For everyone with whom it is shared.',
    on: list,
    response: inData((data, { token }, memory) => {
      const ids = new Set(data.items.map(({ id }: Data) => id));
      data.items.push(...(memory.get(token) ?? []).filter(({ id }: Data) => !ids.has(id)));
      memory.set(token, structuredClone(data.items));
    }),
  },
  {
    id: 'view-list-changes',
    at: '#/paths/~1api~1v1~1views~1{id}/put',
    breaks: 'Its list stays.',
    on: ops('updateView'),
    response: inRecord((record) => Object.assign(record, { list: record.list === 'country' ? 'city' : 'country' })),
  },
  {
    id: 'preferences-replaced-as-a-whole',
    at: PREFERENCES,
    breaks: 'What the body leaves out stays.',
    on: ops('updatePreferences'),
    response: inData((data, { json }) => {
      if (json.theme === undefined) data.theme = null;
      if (json.language === undefined) data.language = null;
      if (json.lists === undefined) data.lists = [];
    }),
  },
  {
    id: 'preferences-list-merged',
    at: PREFERENCES,
    breaks: 'A list is replaced as a whole.',
    on: ops('updatePreferences'),
    instead: async (call, { ask }) => {
      const { data } = await ask(call.reading());
      const { json } = call;
      if (!Array.isArray(json?.lists)) return undefined;
      const merge = (item: Data) => ({ ...data.lists.find(({ list: name }: Data) => name === item?.list), ...item });
      call.json = { ...json, lists: json.lists.map((item: Data) => (item?.list ? merge(item) : item)) };
      return ask(call);
    },
  },
  {
    id: 'preferences-other-lists-lost',
    at: PREFERENCES,
    breaks: 'What the body leaves out stays (each list is a choice of its own).',
    on: ops('updatePreferences'),
    response: inData((data, { json }) => {
      if (!Array.isArray(json.lists)) return;
      const names = json.lists.map(({ list: name }: Data) => name);
      data.lists = data.lists.filter(({ list: name }: Data) => names.includes(name));
    }),
  },
  {
    id: 'preferences-list-with-only-name-stays',
    at: PREFERENCES,
    breaks: 'one that has only its name is as at first',
    on: ops('updatePreferences'),
    response: inData((data, { json }) => {
      for (const item of json.lists ?? []) if (Object.keys(item).length === 1) data.lists.push(item);
    }),
  },
  {
    id: 'preferences-oldest-list-first',
    at: '#/components/schemas/Preferences/properties/lists',
    breaks: 'The lists that are not as at first, those changed last before the others.',
    on: preferences,
    response: inData(({ lists }) => lists.reverse()),
  },
  {
    id: 'preferences-lose-widths',
    at: '#/components/schemas/ListPreferences/properties/widths',
    breaks: 'widths of columns',
    on: ops('updatePreferences'),
    request: inBody(({ lists }) => {
      for (const item of Array.isArray(lists) ? lists : []) delete item?.widths;
    }),
  },
  {
    id: 'preferences-sort-columns',
    at: '#/components/schemas/ListPreferences/properties/columns',
    breaks: 'The columns shown, in order. The server keeps them as they are.',
    on: ops('updatePreferences'),
    request: inBody(({ lists }) => {
      for (const item of Array.isArray(lists) ? lists : []) if (Array.isArray(item?.columns)) item.columns.sort();
    }),
  },
  {
    id: 'preferences-theme-lost',
    at: '#/components/schemas/Preferences/properties/theme',
    breaks: 'theme: light, dark or system',
    on: ops('getPreferences'),
    response: inData((data) => Object.assign(data, { theme: null })),
  },
  {
    id: 'sign-in-lacks-appearance',
    at: '#/components/schemas/Appearance',
    breaks: 'Of the preferences, what a page shows from the beginning.',
    on: ops('login', 'loginTotp'),
    response: inData((data) => delete data.appearance),
  },
]);
