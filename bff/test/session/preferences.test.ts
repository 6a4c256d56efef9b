import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { type Client, createClient } from '../kit/client.ts';
import { insertRole } from '../kit/database/insert-users.ts';
import { demoPassword, type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const read = (client: Client) => client.ok('getPreferences');
const update = (client: Client, body: Schemas['PreferencesBody']) => client.ok('updatePreferences', { body });
const compact = (list: string) => ({ list, density: 'compact' as const });
const NONE = { theme: null, language: null, lists: [] };

test('preferences are those of the caller, on every device, and no change of them is logged', async () => {
  const [ann, bob] = [await service.clientWith(), await service.clientWith()];
  const loggedBefore = await service.db('user_log').count({ n: '*' });
  expect(await read(ann)).toEqual(NONE);
  const lists = [{ ...compact('airport'), columns: ['name'], widths: [{ column: 'name', width: 240 }] }];
  expect(await update(ann, { theme: 'dark', lists })).toEqual({ theme: 'dark', language: null, lists });
  const otherDevice = createClient(service.url, await service.issueToken(ann.id));
  expect(await read(otherDevice)).toEqual({ theme: 'dark', language: null, lists });
  expect(await read(bob)).toEqual(NONE);
  expect(await service.db('user_log').count({ n: '*' })).toEqual(loggedBefore);
});

test('concurrent changes of different preferences are all kept', async () => {
  const ann = await service.clientWith();
  const names = ['airport', 'city', 'country', 'user_log', 'import-row'];
  await Promise.all([
    update(ann, { theme: 'system' }),
    update(ann, { language: 'en' }),
    ...names.map((list) => update(ann, { lists: [compact(list)] })),
  ]);
  const { theme, language, lists } = await read(ann);
  expect([theme, language, lists.map(({ list }) => list).sort()]).toEqual(['system', 'en', names.sort()]);
});

test('a list is replaced as a whole, forgotten when only its name is sent, and the 50 changed last are kept', async () => {
  const ann = await service.clientWith();
  const nameOf = (index: number) => `list_${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`;
  await update(ann, { lists: Array.from({ length: 50 }, (_, index) => compact(nameOf(index))) });
  await update(ann, { lists: [{ list: nameOf(49), columns: [] }] });
  const { lists } = await update(ann, { lists: [compact('city'), compact('airport')] });
  expect(lists.slice(0, 3)).toEqual([compact('city'), compact('airport'), { list: nameOf(49), columns: [] }]);
  expect([lists.length, lists.at(-1)]).toEqual([50, compact(nameOf(46))]);
  expect((await update(ann, { lists: [{ list: 'city' }] })).lists[0]).toEqual(compact('airport'));
});

test('what another release has stored is left out, and stays stored', async () => {
  const ann = await service.clientWith();
  const list = { list: 'airport', zoom: 2 };
  const preferences = JSON.stringify({
    theme: 'sepia',
    language: 'en',
    sound: true,
    lists: [list, compact('city'), null],
  });
  await service.db('user_preferences').insert({ user_id: ann.id, preferences });
  expect(await read(ann)).toEqual({ theme: null, language: 'en', lists: [compact('city')] });
  await update(ann, { language: 'zh-CN' });
  const row = await service.db('user_preferences').where('user_id', ann.id).first();
  expect(JSON.parse(row?.preferences)).toMatchObject({
    theme: 'sepia',
    sound: true,
    lists: [list, compact('city'), null],
  });
});

test('a sign-in answers with what a page shows from the beginning', async () => {
  const signIn = () => createClient(service.url).ok('login', { body: { username: 'viewer', password: demoPassword } });
  expect((await signIn()).appearance).toEqual({ theme: null, language: null });
  await update(await service.as('viewer'), { theme: 'dark', language: 'en', lists: [compact('airport')] });
  expect((await signIn()).appearance).toEqual({ theme: 'dark', language: 'en' });
});

test('a change needs a session that can write', async () => {
  const admin = await service.as('admin');
  const { token } = await admin.ok('previewRole', { path: { id: await insertRole(service.db, []) } }, 201);
  const preview = createClient(service.url, token);
  expect(await read(preview)).toEqual(NONE);
  await preview.expectRefusal('updatePreferences', { body: { theme: 'dark' } }, 'readOnlyPreview');
  await preview.ok('logout');
  await createClient(service.url).expectRefusal('getPreferences', {}, 'unauthorized');
});

test('preferences are deleted with their user', async () => {
  const admin = await service.as('admin');
  const ann = await service.clientWith();
  await update(ann, { theme: 'dark' });
  await admin.ok('deleteUser', { path: { id: ann.id } });
  expect(await service.db('user_preferences').where('user_id', ann.id)).toEqual([]);
});
