import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/config/settings.ts';
import type { Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { expectBilingualRefusal } from '../kit/client.ts';
import { insertRole } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let manager: Client & { username: string };

beforeAll(async () => {
  service = await startService();
  manager = await service.clientWith('system_config:read', 'system_config:update');
});
afterAll(() => service.stop());

type Settings = Schemas['Settings'];

const get = () => manager.ok('getSettings');
const save = (settings: Settings, ifMatch: number) => manager.ok('updateSettings', { body: settings, ifMatch });
const change = async (changes: Partial<Settings>) => {
  const { settings, version } = await get();
  return save({ ...settings, ...changes }, version);
};
const history = async (query: { cursor?: string; limit?: number } = {}) => manager.ok('getSettingsHistory', { query });

test('a new installation has the defaults', async () => {
  expect(await get()).toMatchObject({ settings: DEFAULT_SETTINGS, version: 1, updatedBy: 'system' });
  expect(await history()).toEqual({ items: [], nextCursor: null, total: 0, totalCapped: false });
});

describe('a change', () => {
  test('adds a version with its author and the differences, listing the review of each entity separately', async () => {
    const { settings, version } = await get();
    const review: Settings['review'] = { ...settings.review, country: 'none', rate_board: 'second-person' };
    const reply = await manager.call('updateSettings', {
      body: { ...settings, sessionHours: 12, publicUrl: 'https://gazetteer.example/x', review },
      ifMatch: version,
    });
    expect(reply).toMatchObject({ status: 200, data: { version: version + 1, updatedBy: manager.username } });
    expect(reply.headers.get('ETag')).toBe(`"${version + 1}"`);
    expect(await get()).toEqual(reply.data);
    expect((await history()).items).toEqual([
      {
        id: expect.any(Number),
        time: expect.any(String),
        by: manager.username,
        changes: [
          { pointer: '/sessionHours', before: 8, after: 12 },
          { pointer: '/publicUrl', before: null, after: 'https://gazetteer.example/x' },
          { pointer: '/review/country', before: 'second-person', after: 'none' },
          { pointer: '/review/rate_board', before: 'none', after: 'second-person' },
        ],
      },
    ]);
  });

  test('without differences adds no version and no history entry', async () => {
    const [currentSettings, { total }] = [await get(), await history()];
    expect(await save(currentSettings.settings, currentSettings.version)).toEqual(currentSettings);
    expect((await history()).total).toBe(total);
  });

  test('takes effect at once in the same process', async () => {
    await change({ passwordMinLength: 21, registration: false });
    expect(await service.anonymous.ok('getAuthOptions')).toMatchObject({ passwordMinLength: 21, registration: false });
    await change({ passwordMinLength: 10, registration: true });
    expect(await service.anonymous.ok('getAuthOptions')).toMatchObject({ passwordMinLength: 10, registration: true });
  });

  test('requires the current version', async () => {
    const { settings, version } = await get();
    const body = { ...settings, resetMinutes: 31 };
    await manager.expectRefusal('updateSettings', { body }, 'preconditionRequired');
    const { current } = await manager.expectRefusal(
      'updateSettings',
      { body, ifMatch: version - 1 },
      'versionConflict',
    );
    expect(current).toEqual(await get());
    expect(current).toMatchObject({ settings, version });
  });

  test('succeeds once if several are simultaneous', async () => {
    const { settings, version } = await get();
    const replies = await Promise.all(
      [41, 42, 43, 44].map((resetMinutes) =>
        manager.call('updateSettings', { body: { ...settings, resetMinutes }, ifMatch: version }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    expect((await get()).version).toBe(version + 1);
    expect((await history({ limit: 1 })).items).toMatchObject([{ changes: [{ pointer: '/resetMinutes' }] }]);
  });
});

test('the history is read page by page', async () => {
  for (const days of [2, 3, 4, 5, 6]) await change({ invitationDays: days });
  const { total } = await history();
  const entries = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await history({ limit: 2, ...(cursor ? { cursor } : {}) });
    expect(page).toMatchObject({ total, totalCapped: false });
    entries.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(total);
  expect(entries.map(({ changes }) => changes[0]?.after).slice(0, 5)).toEqual([6, 5, 4, 3, 2]);
});

describe('an invalid value is refused at its field in both languages', () => {
  const INVALID_SETTINGS: [string, unknown, string][] = [
    ['sessionHours', 0, 'minimum'],
    ['sessionHours', 721, 'maximum'],
    ['sessionHours', 1.5, 'type'],
    ['sessionIdleMinutes', -1, 'minimum'],
    ['sessionIdleMinutes', 1441, 'maximum'],
    ['signInWindowMinutes', 0, 'minimum'],
    ['signInWindowMinutes', 1441, 'maximum'],
    ['failuresPerAccountAndAddress', 2, 'minimum'],
    ['failuresPerAccountAndAddress', 1001, 'maximum'],
    ['failuresPerAddress', 9, 'minimum'],
    ['failuresPerAddress', 10_001, 'maximum'],
    ['failuresPerAccount', 9, 'minimum'],
    ['failuresPerAccount', 10_001, 'maximum'],
    ['registration', 'yes', 'type'],
    ['invitationDays', 0, 'minimum'],
    ['invitationDays', 31, 'maximum'],
    ['passwordMinLength', 9, 'minimum'],
    ['passwordMinLength', 65, 'maximum'],
    ['resetMinutes', 4, 'minimum'],
    ['resetMinutes', 1441, 'maximum'],
    ['secondFactorRoles', ['editor', 'editor'], 'uniqueItems'],
    ['secondFactorRoles', 'editor', 'type'],
    ['publicUrl', 'javascript:alert(1)', 'pattern'],
    ['publicUrl', 'https://a b.example', 'pattern'],
    ['publicUrl', 'https://gazetteer.example/?next=x', 'pattern'],
    ['mailFrom', 'nobody', 'format'],
    ['mailFrom', 'a@b.example\r\nBcc: c@d.example', 'format'],
    ['mailFrom', null, 'type'],
    ['userLogDays', 0, 'minimum'],
    ['userLogDays', 3651, 'maximum'],
    ['review', null, 'type'],
    ['noSuchSetting', 1, 'additionalProperties'],
  ];

  test.each(INVALID_SETTINGS)('%s %j', async (name, value, rule) => {
    const { settings, version } = await get();
    // Cast: the value violates the contract on purpose.
    const body = { ...settings, [name]: value } as Settings;
    const { fields } = await expectBilingualRefusal(
      manager,
      'updateSettings',
      { body, ifMatch: version },
      'validationError',
    );
    expect(fields).toEqual([
      [`/${name}`, rule, expect.stringMatching(/\p{Script=Han}/u), expect.stringMatching(/^[ -~“”’]+$/)],
    ]);
    expect((await get()).version).toBe(version);
  });

  test.each(Object.keys(DEFAULT_SETTINGS))('a missing %s', async (name) => {
    const { settings, version } = await get();
    // Cast: the value violates the contract on purpose.
    const body = Object.fromEntries(Object.entries(settings).filter(([other]) => other !== name)) as Settings;
    const { fields } = await expectBilingualRefusal(
      manager,
      'updateSettings',
      { body, ifMatch: version },
      'validationError',
    );
    expect(fields).toEqual([[`/${name}`, 'required', '必填', 'Required']]);
  });

  test('an unknown review mode of an entity', async () => {
    const { settings, version } = await get();
    // Cast: the value violates the contract on purpose.
    const review = { ...settings.review, country: 'third-person' } as unknown as Settings['review'];
    const parts = { body: { ...settings, review }, ifMatch: version };
    expect((await expectBilingualRefusal(manager, 'updateSettings', parts, 'validationError')).fields).toEqual([
      ['/review/country', 'enum', '不在可选范围内', 'Not one of the options'],
    ]);
  });

  test('roles that do not exist', async () => {
    const name = 'second-factor-role';
    await insertRole(service.db, [], { name });
    const { settings, version } = await get();
    const refusalForRoles = (secondFactorRoles: string[]) =>
      expectBilingualRefusal(
        manager,
        'updateSettings',
        { body: { ...settings, secondFactorRoles }, ifMatch: version },
        'validationError',
      );
    expect((await refusalForRoles(['viewer', 'nobody', name, 'VIEWER', "' OR 1=1 -- "])).fields).toEqual(
      [1, 3, 4].map((index) => [`/secondFactorRoles/${index}`, 'unknownRole', '没有这个角色', 'There is no such role']),
    );
    expect(await change({ secondFactorRoles: [name] })).toMatchObject({ settings: { secondFactorRoles: [name] } });
  });
});

test('the permission to read does not allow changes', async () => {
  const reader = await service.clientWith('system_config:read');
  const { settings, version } = await reader.ok('getSettings');
  const { permission } = await reader.expectRefusal(
    'updateSettings',
    { body: settings, ifMatch: version },
    'forbidden',
  );
  expect(permission).toBe('system_config:update');
});
