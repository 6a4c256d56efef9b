import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { readSettings, withSetting, writeSettings } from '../suite/features/settings.ts';
import { versionedTarget } from '../suite/records/records.ts';
import type { TestedEntity } from '../suite/records/tested-entity.ts';
import { until } from '../suite/until.ts';

const admin = { role: 'admin' };

interface Change {
  id: number;
  time: string;
  by: string;
  changes: { pointer: string; before: unknown; after: unknown }[];
}

async function historyOf(
  { backend }: CaseContext,
  query = {},
): Promise<{ items: Change[]; nextCursor: string | null }> {
  const { data } = await backend.call(backend.operation('getSettingsHistory'), 'admin', { query });
  return data as unknown as { items: Change[]; nextCursor: string | null }; // Cast: validated by its own cases.
}

/** Another valid value for each setting that can be changed without an effect on the other cases. */
const otherValues: Record<string, unknown> = {
  sessionHours: 9,
  sessionIdleMinutes: 600,
  signInWindowMinutes: 14,
  failuresPerAccountAndAddress: 900,
  failuresPerAddress: 9000,
  failuresPerAccount: 9000,
  invitationDays: 8,
  passwordMinLength: 11,
  resetMinutes: 31,
  publicUrl: 'https://gazetteer.example/console',
  mailFrom: 'sample@gazetteer.example',
  userLogDays: 366,
  dataLogDays: 1096,
  deliveryDays: 8,
  webhookTimeoutSeconds: 9,
  taskDays: 31,
  rateSourceUrl: 'https://rates.example/daily.xml',
  timeZone: 'Europe/Istanbul',
};

/** Tests that every setting is kept, that its change is told, and that it is in force. */
export function settingValueCases(entities: TestedEntity[]): Case[] {
  const [entity] = entities;
  return [
    everySettingCase(),
    reviewsCase(entities),
    {
      operationId: 'getSettingsHistory',
      name: 'has each change once, newest first, on pages without gaps',
      needs: admin,
      needsDisposableBackend: true,
      request: async (context) => {
        for (const taskDays of [32, 30]) {
          const { settings, version } = await readSettings(context);
          await writeSettings(context, { ...settings, taskDays }, version);
        }
        return { query: { limit: 2 } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const items = data.items as Change[]; // Cast: validated before.
          assert.deepEqual(
            items.map(({ by, changes }) => [by, changes]),
            [
              [context.username('admin'), [{ pointer: '/taskDays', before: 32, after: 30 }]],
              [context.username('admin'), [{ pointer: '/taskDays', before: 30, after: 32 }]],
            ],
          );
          assert.ok((data.total ?? 0) >= 2, 'the total counts them');
          const first = await historyOf(context, { limit: 1 });
          const second = await historyOf(context, { limit: 1, cursor: first.nextCursor });
          assert.deepEqual([...first.items, ...second.items], items);
        },
      },
    },
    {
      operationId: 'updateSettings',
      name: 'leaves the configuration as it is where a value is refused',
      needs: admin,
      breaksContract: true,
      request: async (context) => {
        const { settings, version } = await readSettings(context);
        before = { settings, version };
        return { body: { ...settings, sessionHours: 0 }, version };
      },
      expect: {
        status: 422,
        key: 'validationError',
        fields: ['/sessionHours minimum'],
        check: async (_, context) => assert.deepEqual(await readSettings(context), before),
      },
    },
    ...(entity ? [reviewCase(entity)] : []),
    sessionHoursCase(),
  ];
}

let before: object = {};

function everySettingCase(): Case {
  let original: Record<string, unknown> = {};
  return {
    operationId: 'updateSettings',
    name: 'keeps every setting, and says who changed what',
    needs: admin,
    needsDisposableBackend: true,
    request: async (context) => {
      const { settings, version } = await readSettings(context);
      original = settings as Record<string, unknown>; // Cast: validated by its own cases.
      return { body: { ...settings, ...otherValues }, version };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { backend } = context;
        const get = await backend.call(backend.operation('getSettings'), 'admin', {});
        const { items } = await historyOf(context, { limit: 1 });
        await writeSettings(context, original, data.version ?? 0);
        const { settings, version, updatedBy, updateTime } = data as unknown as Answer; // Cast: validated.
        assert.deepEqual(settings, { ...original, ...otherValues });
        assert.equal(updatedBy, context.username('admin'));
        assert.ok(Math.abs(Date.parse(updateTime) - Date.now()) < 120_000, `changed at ${updateTime}`);
        assert.deepEqual(get.data, data, 'it is read as it was answered');
        assert.equal(get.headers.get('etag'), `"${version}"`);
        const changes = Object.entries(otherValues).map(([name, after]) => ({
          pointer: `/${name}`,
          before: original[name],
          after,
        }));
        const byPointer = (a: { pointer: string }, b: { pointer: string }) => a.pointer.localeCompare(b.pointer);
        assert.deepEqual(items[0]?.changes.toSorted(byPointer), changes.toSorted(byPointer));
        assert.equal(items[0]?.by, context.username('admin'));
        const after = await readSettings(context);
        assert.deepEqual([after.settings, after.version], [original, version + 1], 'it is put back');
      },
    },
  };
}

interface Answer {
  settings: Record<string, unknown>;
  version: number;
  updatedBy: string;
  updateTime: string;
}

/** Tests that a kind that is no longer reviewed is changed at once, and approved by its author. */
function reviewCase(entity: TestedEntity): Case {
  return withSetting(
    async (context) => {
      const { review } = (await readSettings(context)).settings as { review: Record<string, string> }; // Cast: validated by its own cases.
      return { review: { ...review, [entity.tag]: 'none' } };
    },
    {
      entity,
      operationId: entity.operations.get.id,
      name: 'says that a kind is reviewed by nobody, whose authors approve it',
      needs: { role: 'editor', recordState: 'pending' },
      request: async (context) => {
        await until(async () => {
          const { data } = await context.call('get', 'editor', { params: { id: context.record.id } });
          assert.equal(data.review, 'none', 'the setting is in force');
        });
        return { params: { id: context.record.id } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          assert.deepEqual([data.review, data.ownWork], ['none', false]);
          const { settings } = await readSettings(context);
          assert.equal(Object(settings).review[entity.tag], 'none');
          const own = await context.createOther('pending', 'admin');
          const approved = await context.call('transition', 'admin', {
            ...versionedTarget(own),
            body: { event: 'approve' },
          });
          assert.equal(approved.data.record?.status, 'approved');
        },
      },
    },
  );
}

/** Changes the review of kinds that no case reviews meanwhile, and puts it back. */
function reviewsCase(entities: TestedEntity[]): Case {
  const tags = entities.map(({ tag }) => tag).filter((tag) => !['country', 'city', 'airline'].includes(tag));
  let original: Record<string, unknown> = {};
  const otherReviews = () => {
    const review = Object(original.review) as Record<string, string>; // Cast: as the contract has it.
    const others = tags.map((tag) => [tag, review[tag] === 'none' ? 'second-person' : 'none']);
    return { ...review, ...Object.fromEntries(others) };
  };
  return {
    operationId: 'updateSettings',
    name: 'keeps the review of every kind, and answers it as it is read',
    needs: admin,
    needsDisposableBackend: true,
    request: async (context) => {
      const { settings, version } = await readSettings(context);
      original = settings as Record<string, unknown>; // Cast: validated by its own cases.
      return { body: { ...settings, review: otherReviews() }, version };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const read = await readSettings(context);
        const { items } = await historyOf(context, { limit: 1 });
        await writeSettings(context, original, data.version ?? 0);
        assert.deepEqual(data.settings?.review, otherReviews());
        assert.deepEqual(read.settings, data.settings);
        const changed = items[0]?.changes.map(({ pointer }) => pointer) ?? [];
        assert.ok(changed.length > 0 && changed.every((pointer) => pointer.startsWith('/review')), changed.join());
        assert.deepEqual((await readSettings(context)).settings, original, 'it is put back');
      },
    },
  };
}

function sessionHoursCase(): Case {
  return withSetting(
    { sessionHours: 3 },
    {
      operationId: 'login',
      name: 'opens a session for as many hours as the configuration says',
      needs: { role: 'none' },
      request: ({ backend }) => {
        const { name, password } = backend.sessions.account('viewer');
        return { body: { username: name, password } };
      },
      expect: {
        status: 200,
        check: (_, { backend }) =>
          until(async () => {
            const token = await backend.sessions.newToken('viewer');
            const { data } = await backend.callWith(token, backend.operation('listSessions'), {});
            const current = (data.items as { current: boolean; createTime: string; expireTime: string }[]).find(
              (session) => session.current, // Cast: validated by its own cases.
            );
            const hours = (Date.parse(current?.expireTime ?? '') - Date.parse(current?.createTime ?? '')) / 3_600_000;
            await backend.callWith(token, backend.operation('logout'), {});
            assert.ok(Math.abs(hours - 3) < 0.05, `it is open for ${hours} hours`);
          }),
      },
    },
  );
}
