/** A view as the contract describes it; the mock reads only these members. */
interface MockedView {
  id: number;
  list: string;
  name: string;
  shared: number[];
  isDefault: boolean;
  version: number;
  [member: string]: unknown;
}

interface ViewList {
  items: MockedView[];
  roles: unknown[];
}

export interface MockedAnswer {
  status: number;
  data: object;
}

/** Answers the requests of a path from memory; undefined for any other request. */
export type AnswerFromMemory = (method: string, path: string, body: string) => MockedAnswer | undefined;

/** Remembers views that the console saves while it runs on the mock, which otherwise answers with the contract's examples. */
export function createRememberedViews({ items, roles }: ViewList): AnswerFromMemory {
  let views = items;
  let lastId = Math.max(0, ...items.map(({ id }) => id));
  const isTaken = ({ list, name }: Pick<MockedView, 'list' | 'name'>, id = 0) =>
    views.some((view) => view.id !== id && view.list === list && view.name === name);
  const refusal = (status: number, key: string): MockedAnswer => ({ status, data: { key, traceId: '4bf92f35' } });

  function put(view: MockedView, status: number): MockedAnswer {
    const others = views
      .filter(({ id }) => id !== view.id)
      .map((other) => (view.isDefault && other.list === view.list ? { ...other, isDefault: false } : other));
    views = [...others, view].toSorted((left, right) => left.id - right.id);
    return { status, data: { record: view } };
  }

  function create(body: Pick<MockedView, 'list' | 'name'>): MockedAnswer {
    if (isTaken(body)) return refusal(409, 'duplicateView');
    lastId++;
    const time = new Date().toISOString();
    const state = { id: lastId, shared: [], isDefault: false, own: true, editable: true, owner: 'admin', version: 1 };
    return put({ ...state, createTime: time, updateTime: time, ...body }, 201);
  }

  return (method, path, body) => {
    const match = /^\/api\/v1\/views(?:\/(\d+)(\/default)?)?$/.exec(path);
    if (!match) return undefined;
    const [, id, isDefaultPath] = match;
    if (id === undefined)
      return method === 'GET' ? { status: 200, data: { items: views, roles } } : create(JSON.parse(body));
    const view = views.find((candidate) => candidate.id === Number(id));
    if (!view) return refusal(404, 'notFound');
    if (method === 'DELETE') {
      views = views.filter((other) => other !== view);
      return { status: 200, data: {} };
    }
    const change: Partial<MockedView> = JSON.parse(body);
    if (isTaken({ ...view, ...change }, view.id)) return refusal(409, 'duplicateView');
    return put({ ...view, ...change, version: view.version + (isDefaultPath ? 0 : 1) }, 200);
  };
}

interface ListPreferences {
  list: string;
  [member: string]: unknown;
}

interface Preferences {
  theme: string | null;
  language: string | null;
  lists: ListPreferences[];
}

/** Remembers the preferences that the console saves while it runs on the mock, whose example would change its theme. */
export function createRememberedPreferences(): AnswerFromMemory {
  let preferences: Preferences = { theme: null, language: null, lists: [] };

  return (method, path, body) => {
    if (path !== '/api/v1/profile/preferences') return undefined;
    if (method === 'PUT') {
      const { lists = [], ...change }: Partial<Preferences> = JSON.parse(body);
      const others = preferences.lists.filter(({ list }) => lists.every((changed) => changed.list !== list));
      const chosen = lists.filter((entry) => Object.keys(entry).length > 1);
      preferences = { ...preferences, ...change, lists: [...chosen, ...others] };
    }
    return { status: 200, data: preferences };
  };
}
