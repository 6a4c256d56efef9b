import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { requireRecord, versionedTarget } from '../../suite/records/records.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

const editor = { role: 'editor' };
/** The server knows nothing of queries: this one has an order, an unknown name, escapes and an empty value. */
const oddSearch = 'sort=-name&unknown=1&q=%E5%8C%97+a&empty=&status=active';

/** Views of the editor as the editor sees them, of one list. */
async function readViews({ backend }: CaseContext, list: string, role = 'editor'): Promise<RecordData[]> {
  const { data } = await backend.call(backend.operation('listViews'), role, {});
  return (data.items as RecordData[]).filter((view) => view.list === list); // Cast: validated before.
}

const readView = async (context: CaseContext, { id, list }: RecordData, role?: string) =>
  (await readViews(context, String(list), role)).find((view) => view.id === id);

const setDefault = ({ backend }: CaseContext, { id }: RecordData, isDefault = true, role = 'editor') =>
  backend.call(backend.operation('setDefaultView'), role, { params: { id }, body: { isDefault } });

let view: RecordData;
let other: RecordData;
let token = '';

/** Tests that a view is stored as it was sent, whose it is, and that a person has one default view of a list. */
export const viewValueCases: Case[] = [
  {
    operationId: 'createView',
    name: 'keeps the query as it is, and says whose the view is',
    needs: editor,
    request: ({ backend }) => ({ body: backend.views.newBody({ list: 'cabin', search: oddSearch, isDefault: true }) }),
    expect: {
      status: 201,
      check: async (response, context) => {
        const record = context.backend.views.track(response);
        const { list, search, owner, own, editable, isDefault, version } = record;
        assert.deepEqual(
          { list, search, owner, own, editable, isDefault, version },
          {
            list: 'cabin',
            search: oddSearch,
            owner: context.username('editor'),
            own: true,
            editable: true,
            isDefault: true,
            version: 1,
          },
        );
        assert.deepEqual(await readView(context, record), record, 'the list has it as the answer said');
      },
    },
  },
  {
    operationId: 'updateView',
    name: 'replaces name, query and roles; the list and the default stay',
    needs: editor,
    request: async (context) => {
      view = await context.backend.views.create({ list: 'cabin' });
      await setDefault(context, view);
      return { ...versionedTarget(view), body: { name: `${view.name} 2`, search: oddSearch, shared: [] } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { name, search, list, isDefault, owner, version, createTime } = Object(data.record);
        assert.deepEqual(
          [name, search, list, isDefault, owner, version, createTime],
          [`${view.name} 2`, oddSearch, 'cabin', true, context.username('editor'), 2, view.createTime],
        );
        assert.deepEqual(await readView(context, view), data.record, 'the list has it as the answer said');
      },
    },
  },
  {
    operationId: 'setDefaultView',
    name: 'takes the place of the earlier default of the list, and of no other list',
    needs: editor,
    request: async (context) => {
      const { views } = context.backend;
      [view, other] = [await views.create({ list: 'airline' }), await views.create({ list: 'airport' })];
      await setDefault(context, view);
      await setDefault(context, other);
      const { id } = await views.create({ list: 'airline' });
      return { params: { id }, body: { isDefault: true } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const defaults = async (list: string) =>
          (await readViews(context, list)).filter(({ isDefault }) => isDefault).map(({ id }) => id);
        assert.deepEqual(await defaults('airline'), [data.record?.id]);
        assert.deepEqual(await defaults('airport'), [other.id]);
      },
    },
  },
  {
    operationId: 'setDefaultView',
    name: 'leaves the list without a default, and the view as it was',
    needs: editor,
    request: async (context) => {
      view = await context.backend.views.create({ list: 'airline' });
      await setDefault(context, view);
      return { params: { id: view.id }, body: { isDefault: false } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        assert.deepEqual(data.record, { ...view, isDefault: false });
        const defaults = (await readViews(context, 'airline')).filter(({ isDefault }) => isDefault);
        assert.deepEqual(defaults, []);
      },
    },
  },
  {
    operationId: 'listViews',
    name: 'has one’s own views first, then by name, and of others only those shared with one’s roles',
    needs: { role: 'viewer' },
    request: async ({ backend }) => {
      other = await backend.views.create({ list: 'country' });
      view = await backend.views.createShared();
      await backend.views.create({ name: `zz ${view.name}` }, 'viewer');
      await backend.views.create({ name: `aa ${view.name}` }, 'viewer');
      return {};
    },
    expect: {
      status: 200,
      check: ({ data }, context) => {
        const items = data.items as RecordData[]; // Cast: validated.
        const orderOf = ({ own, name }: RecordData) => `${own ? 0 : 1} ${String(name).toLowerCase()}`;
        assert.deepEqual(
          items.map(({ own }) => own),
          items.map(({ own }) => own).toSorted((a, b) => Number(b) - Number(a)),
          'one’s own come first',
        );
        const mine = items.filter(({ name }) => String(name).endsWith(String(view.name)));
        assert.deepEqual(mine.map(orderOf), mine.map(orderOf).toSorted(), 'they are ordered by name');
        assert.equal(mine.length, 3);
        const shared = mine.find(({ id }) => id === view.id);
        assert.deepEqual(
          [shared?.own, shared?.editable, shared?.owner, shared?.isDefault],
          [false, false, context.username('admin'), false],
        );
        assert.ok(!items.some(({ id }) => id === other.id), 'a view that is not shared is not listed');
      },
    },
  },
  {
    operationId: 'createView',
    name: 'refuses a further view of a list of which the caller has fifty',
    needs: { role: 'reviewer' },
    request: async (context) => {
      const existing = (await readViews(context, 'cabin', 'reviewer')).filter(({ own }) => own).length;
      for (let count = existing; count < 50; count += 1)
        await context.backend.views.create({ list: 'cabin' }, 'reviewer');
      return { body: context.backend.views.newBody({ list: 'cabin' }) };
    },
    expect: { status: 409, key: 'tooManyViews' },
  },
  {
    operationId: 'setDefaultView',
    name: 'is the default of the caller alone',
    needs: { role: 'viewer' },
    request: async ({ backend }) => {
      view = await backend.views.createShared();
      return { params: { id: view.id }, body: { isDefault: true } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        assert.equal(data.record?.isDefault, true);
        assert.deepEqual(await readView(context, view, 'admin'), view, 'for its owner it is as it was');
      },
    },
  },
  {
    operationId: 'listViews',
    name: 'names a role that the caller has no more, with which a view of theirs is shared',
    needs: { role: 'admin' },
    request: async ({ backend }) => {
      const [kept, lost] = [await backend.spareMember.role(['country:read']), await backend.staff.createRole()];
      const before = await backend.spareMember.withRoles(String(kept.name), String(lost.name));
      const body = backend.views.newBody({ shared: [lost.id] });
      const created = await backend.callWith(before.token, backend.operation('createView'), { body });
      view = requireRecord(created.data.record);
      other = lost;
      ({ token } = await backend.spareMember.withRoles(String(kept.name)));
      return { headers: { authorization: `Bearer ${token}` } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const { items, roles } = data as unknown as { items: RecordData[]; roles: RecordData[] }; // Cast: validated before.
        const input = { params: { id: view.id }, version: '*' as const };
        await backend.callWith(token, backend.operation('deleteView'), input);
        assert.deepEqual(items.find(({ id }) => id === view.id)?.shared, [other.id]);
        assert.ok(
          roles.some(({ id }) => id === other.id),
          'the role is named',
        );
      },
    },
  },
  {
    operationId: 'deleteView',
    name: 'takes it from everybody',
    needs: { role: 'admin' },
    request: async ({ backend }) => {
      view = await backend.views.createShared();
      return versionedTarget(view);
    },
    expect: {
      status: 200,
      check: async (_, context) => {
        assert.equal(await readView(context, view, 'viewer'), undefined);
        assert.equal(await readView(context, view, 'admin'), undefined);
      },
    },
  },
  ...[
    { theme: 'dark', language: 'zh-CN' },
    { theme: 'light', language: 'en' },
    { theme: 'system', language: 'zh-CN' },
  ].map(
    (body): Case => ({
      operationId: 'updatePreferences',
      name: `stores the theme ${body.theme}`,
      needs: { role: 'viewer' },
      request: async ({ backend }) => {
        ({ token } = await backend.spareMember.withPermissions('cabin:read'));
        return { headers: { authorization: `Bearer ${token}` }, body };
      },
      expect: {
        status: 200,
        check: async ({ data }, { backend }) => {
          assert.deepEqual({ ...data, lists: [] }, { ...body, lists: [] });
          const { data: stored } = await backend.callWith(token, backend.operation('getPreferences'), {});
          assert.deepEqual(stored, data, 'they are read as they were answered');
        },
      },
    }),
  ),
];
