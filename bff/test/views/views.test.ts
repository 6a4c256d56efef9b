import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { pruneExpiredRows } from '../../src/worker/tasks/expired-rows.ts';
import { type Client, createClient } from '../kit/client.ts';
import { insertRole, insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';

type NewView = Schemas['NewViewBody'];
type View = Schemas['View'];

const countryAndCity = ['country:read', 'city:read'];

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.stop());

let count = 0;
const newView = (change: Partial<NewView> = {}): NewView => ({
  list: 'country',
  name: `View ${++count}`,
  search: 'status=active',
  ...change,
});

const create = async (client: Client, change: Partial<NewView> = {}): Promise<View> =>
  (await client.ok('createView', { body: newView(change) }, 201)).record;

const update = async (client: Client, view: View, change: Partial<Schemas['ViewBody']>): Promise<View> =>
  (await client.ok('updateView', { ...target(view), body: bodyOf(view, change) })).record;

const target = ({ id, version }: View) => ({ path: { id }, ifMatch: version });
const bodyOf = ({ name, search, shared }: View, change: Partial<Schemas['ViewBody']> = {}) => ({
  name,
  search,
  shared,
  ...change,
});

const list = async (client: Client): Promise<View[]> => (await client.ok('listViews')).items;
const namesOf = async (client: Client) => (await list(client)).map(({ name }) => name);

/** Inserts a role and two users who have it. */
async function team() {
  const roleId = await insertRole(service.db, countryAndCity);
  const member = async () => {
    const user = await insertUser(service.db, []);
    await service.db('user_role').insert({ user_id: user.id, role_id: roleId });
    return { ...user, ...createClient(service.url, await service.issueToken(user.id)) };
  };
  return { roleId, owner: await member(), colleague: await member() };
}

describe('a view', () => {
  test('is stored as sent, visible only to its owner, and not logged', async () => {
    const owner = await service.clientWith(...countryAndCity);
    const other = await service.clientWith(...countryAndCity);
    const logged = () => service.db('user_log').count({ n: '*' }).first();
    const before = await logged();
    const view = await create(owner, { name: '国内', search: 'gone=1&cols=code%2Cname' });
    expect(view).toMatchObject({ search: 'gone=1&cols=code%2Cname', shared: [], owner: owner.username, own: true });
    expect(await list(owner)).toEqual([view]);
    expect(await list(other)).toEqual([]);
    await other.expectRefusal('updateView', { ...target(view), body: bodyOf(view) }, 'notFound');
    await other.expectRefusal('deleteView', target(view), 'notFound');
    await other.expectRefusal('setDefaultView', { path: { id: view.id }, body: { isDefault: true } }, 'notFound');
    await owner.ok('deleteView', target(view));
    expect(await list(owner)).toEqual([]);
    expect(await logged()).toEqual(before);
  });

  test('has a new version with each change, and none without one', async () => {
    const owner = await service.clientWith(...countryAndCity);
    const view = await create(owner);
    expect(await update(owner, view, {})).toEqual(view);
    const renamed = await update(owner, view, { name: 'Renamed' });
    expect(renamed).toMatchObject({ name: 'Renamed', version: 2 });
    const stale = await owner.expectRefusal('updateView', { ...target(view), body: bodyOf(view) }, 'versionConflict');
    expect(stale.current).toEqual(renamed);
    const { current } = await owner.expectRefusal('deleteView', target(view), 'versionConflict');
    expect(current).toEqual(renamed);
  });

  test('needs the permission for its list, and is hidden while its owner lacks it', async () => {
    const { roleId, owner } = await team();
    const view = await create(owner, { list: 'city' });
    const forbidden = await owner.expectRefusal('createView', { body: newView({ list: 'airport' }) }, 'forbidden');
    expect(forbidden).toMatchObject({ permission: 'airport:read' });
    const role = service.db('role').where('id', roleId);
    const setPermissions = async (permissions: string[]) => {
      await service.db('role_permission').where('role_id', roleId).delete();
      await service.db('role_permission').insert(permissions.map((permission) => ({ role_id: roleId, permission })));
      await role.clone().increment('version');
    };
    await setPermissions(['country:read']);
    expect(await list(owner)).toEqual([]);
    await owner.expectRefusal('updateView', { ...target(view), body: bodyOf(view) }, 'notFound');
    await owner.expectRefusal('deleteView', target(view), 'notFound');
    await setPermissions(countryAndCity);
    expect(await list(owner)).toEqual([view]);
  });

  test('has a name of its own among its owner’s views of the list, whatever its case', async () => {
    const [owner, other] = [await service.clientWith(...countryAndCity), await service.clientWith(...countryAndCity)];
    await create(owner, { name: 'Daily' });
    const refusal = await owner.expectRefusal('createView', { body: newView({ name: 'daily' }) }, 'duplicateView');
    expect(refusal.fields).toMatchObject([{ pointer: '/name', rule: 'taken' }]);
    await create(owner, { name: 'Daily', list: 'city' });
    await create(other, { name: 'Daily' });
    const renamed = await create(owner);
    await owner.expectRefusal(
      'updateView',
      { ...target(renamed), body: bodyOf(renamed, { name: 'DAILY' }) },
      'duplicateView',
    );
    expect(await list(owner)).toHaveLength(3);
  });

  test('is saved once by requests that race for its name, and at most fifty times per list', async () => {
    const owner = await service.clientWith(...countryAndCity);
    const racing = await Promise.all(
      Array.from({ length: 8 }, () => owner.call('createView', { body: newView({ name: 'Same' }) })),
    );
    expect(racing.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    const rows = Array.from({ length: 47 }, (_, n) => ({
      user_id: owner.id,
      list: 'country',
      name: `Inserted ${n}`,
      search: '',
      version: 1,
      create_time: new Date(),
      update_time: new Date(),
    }));
    await service.db('saved_view').insert(rows);
    const last = await Promise.all(Array.from({ length: 6 }, () => owner.call('createView', { body: newView() })));
    expect(last.filter(({ status }) => status === 201)).toHaveLength(2);
    const refusal = await owner.expectRefusal('createView', { body: newView() }, 'tooManyViews');
    expect(refusal.message).toContain('50');
    await create(owner, { list: 'city' });
  });
});

describe('sharing', () => {
  test('shows a view to those who have the role, who may not change it', async () => {
    const { roleId, owner, colleague } = await team();
    const outsider = await service.clientWith(...countryAndCity);
    const view = await update(owner, await create(owner), { shared: [roleId] });
    expect(view.shared).toEqual([roleId]);
    const seen = { ...view, own: false, editable: false };
    expect(await list(colleague)).toEqual([seen]);
    expect(await list(outsider)).toEqual([]);
    await colleague.expectRefusal('updateView', { ...target(view), body: bodyOf(view) }, 'notOwner');
    await colleague.expectRefusal('deleteView', target(view), 'notOwner');
    await admin.expectRefusal('deleteView', target(view), 'notFound');

    const copy = await create(colleague, { name: view.name, search: view.search });
    expect(await list(colleague)).toEqual([copy, seen]);
    await update(owner, view, { shared: [] });
    expect(await list(colleague)).toEqual([copy]);
  });

  test('offers one’s own roles, and all of them with the permission to read roles', async () => {
    const { roleId, owner } = await team();
    const foreignRole = await insertRole(service.db, countryAndCity);

    const offered = async (client: Client) => (await client.ok('listViews')).roles.map(({ id }) => id);
    expect(await offered(owner)).toContain(roleId);
    expect(await offered(owner)).not.toContain(foreignRole);
    expect(await offered(admin)).toEqual(expect.arrayContaining([roleId, foreignRole]));
    const refusal = await owner.expectRefusal(
      'createView',
      { body: newView({ shared: [roleId, foreignRole] }) },
      'validationError',
    );
    expect(refusal.fields).toMatchObject([{ pointer: '/shared/1', rule: 'unknownReference' }]);
    expect(await list(owner)).toEqual([]);
    await create(admin, { shared: [foreignRole] });
  });

  test('keeps roles that the owner no longer has, which the answer names, until they are deleted', async () => {
    const { roleId, owner } = await team();
    const kept = await insertRole(service.db, countryAndCity);
    await service.db('user_role').insert({ user_id: owner.id, role_id: kept });
    const view = await create(owner, { shared: [roleId, kept] });
    await service.db('user_role').where({ user_id: owner.id, role_id: kept }).delete();
    expect((await owner.ok('listViews')).roles.map(({ id }) => id)).toContain(kept);
    expect(await update(owner, view, { name: 'Other' })).toMatchObject({ shared: [roleId, kept] });
    await admin.ok('deleteRole', { path: { id: kept }, ifMatch: '*' });
    expect(await list(owner)).toMatchObject([{ shared: [roleId] }]);
  });

  test('does not show others the roles that they do not have', async () => {
    const { roleId, colleague } = await team();
    const hidden = await insertRole(service.db, []);
    const view = await create(admin, { shared: [roleId, hidden] });
    expect(await list(colleague)).toMatchObject([{ id: view.id, shared: [roleId] }]);
  });

  test('follows the role in a preview, in which nothing can be saved', async () => {
    const viewed = await insertRole(service.db, countryAndCity);
    const own = await create(admin, { name: 'Administrator’s', shared: [viewed] });
    const { token } = await admin.ok('previewRole', { path: { id: viewed } }, 201);
    const preview = createClient(service.url, token);
    expect(await namesOf(preview)).toContain(own.name);
    expect((await preview.ok('listViews')).roles.map(({ id }) => id)).toContain(viewed);
    await preview.expectRefusal('createView', { body: newView() }, 'readOnlyPreview');
    await preview.ok('logout');
  });
});

describe('a deleted owner', () => {
  test('leaves shared views to those who use them, and administrators may change them', async () => {
    const { roleId, owner, colleague } = await team();
    const shared = await create(owner, { shared: [roleId] });
    const own = await create(owner);
    await colleague.ok('setDefaultView', { path: { id: shared.id }, body: { isDefault: true } });
    await admin.ok('deleteUser', { path: { id: owner.id } });
    expect(await list(colleague)).toMatchObject([{ id: shared.id, owner: null, editable: false, isDefault: true }]);
    await colleague.expectRefusal('deleteView', target(shared), 'notOwner');
    const ownerless = (await list(admin)).filter(({ id }) => id === shared.id || id === own.id);
    expect(ownerless).toMatchObject([{ id: shared.id, own: false, editable: true }]);

    const settings = { userLogDays: 30, signInWindowMinutes: 15, deliveryDays: 30, taskDays: 30 };
    await pruneExpiredRows(service.db, settings);
    expect(await service.db('saved_view').whereIn('id', [shared.id, own.id]).pluck('id')).toEqual([shared.id]);
    await admin.ok('deleteView', target(shared));
    expect(await list(colleague)).toEqual([]);
  });
});

describe('the default view', () => {
  test('is one per person and list, whoever owns it', async () => {
    const { roleId, owner, colleague } = await team();
    const defaults = async (client: Client) =>
      (await list(client)).filter(({ isDefault }) => isDefault).map(({ id }) => id);
    const first = await create(owner, { isDefault: true, shared: [roleId] });
    const city = await create(owner, { list: 'city', isDefault: true });
    expect(await defaults(owner)).toEqual([first.id, city.id]);
    const second = await create(owner, { isDefault: true });
    expect(await defaults(owner)).toEqual([city.id, second.id].toSorted((a, b) => a - b));

    await colleague.ok('setDefaultView', { path: { id: first.id }, body: { isDefault: true } });
    expect(await defaults(colleague)).toEqual([first.id]);
    expect(await update(owner, second, { isDefault: false })).toMatchObject({ isDefault: false, version: 1 });
    expect(await defaults(owner)).toEqual([city.id]);
    await update(owner, first, { shared: [] });
    expect(await defaults(colleague)).toEqual([]);
    const { record } = await owner.ok('setDefaultView', { path: { id: city.id }, body: { isDefault: false } });
    expect(record.isDefault).toBe(false);
  });

  test('ends with its view, and requests that race leave one', async () => {
    const owner = await service.clientWith(...countryAndCity);
    const views = await Promise.all(Array.from({ length: 4 }, () => create(owner)));
    await Promise.all(views.map(({ id }) => owner.ok('setDefaultView', { path: { id }, body: { isDefault: true } })));
    const [chosen, ...others] = (await list(owner)).filter(({ isDefault }) => isDefault);
    expect([chosen !== undefined, others]).toEqual([true, []]);
    if (chosen) await owner.ok('deleteView', target(chosen));
    expect((await list(owner)).some(({ isDefault }) => isDefault)).toBe(false);
  });
});
