import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import { send } from '../../suite/requests/client.ts';
import { parseCsv, parseNdjson } from '../../suite/requests/files.ts';
import { readAllByCursor, reader } from '../../suite/requests/pages.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { until } from '../../suite/until.ts';

interface Entry {
  id: number;
  time: string;
  act: string;
  userId: number | null;
  username: string;
  target: { kind: string; id: number | null; name: string } | null;
  details: { changes?: { pointer: string; before: unknown; after: unknown }[]; reason?: string; permission?: string };
  address: string;
}

const admin = { role: 'admin' };

/** Does several things to a user whom nobody else touches, and returns the user name. */
async function actOnUser({ backend }: CaseContext): Promise<RecordData> {
  const user = await backend.staff.createInvited();
  const { username, email } = user;
  const body = { username, displayName: 'Another', email, roles: ['editor'] };
  const input = { ...versionedTarget(user), body };
  const { data } = await backend.call(backend.operation('updateUser'), 'admin', input);
  await backend.call(backend.operation('inviteUser'), 'admin', { params: { id: user.id } });
  return data.record ?? user;
}

const expectedActs = ['userInvited', 'userChanged', 'userCreated'];

async function entriesAbout({ backend }: CaseContext, query: Record<string, string>): Promise<Entry[]> {
  const { data } = await backend.call(backend.operation('listUserLogs'), 'admin', { query: { limit: 100, ...query } });
  return data.items as Entry[]; // Cast: validated by its own cases.
}

/** Tests the user log on what was done to one user. */
export const userLogEntryCases: Case[] = [
  {
    operationId: 'listUserLogs',
    name: 'says who did what to whom, when and from where, with the values before and after',
    needs: admin,
    request: async (context) => ({ query: { about: String((await actOnUser(context)).username) } }),
    expect: {
      status: 200,
      check: async ({ data, headers }, context) => {
        const entries = (data.items as Entry[]).filter(({ act }) => expectedActs.includes(act)); // Cast: validated before.
        assert.deepEqual([...new Set(entries.map(({ act }) => act))], expectedActs);
        const [first] = entries;
        const user = first?.target;
        for (const { target, username, userId, address, time } of entries) {
          assert.deepEqual(target, user);
          assert.deepEqual([target?.kind, username], ['user', context.username('admin')]);
          assert.ok(userId && address, 'the log names the user and the address');
          assert.ok(Math.abs(Date.parse(time) - Date.parse(headers.get('date') ?? '')) < 120_000, time);
        }
        const { changes = [] } = entries.find(({ act }) => act === 'userChanged')?.details ?? {};
        const byPointer = new Map(changes.map(({ pointer, before, after }) => [pointer, [before, after]]));
        assert.deepEqual(byPointer.get('/displayName'), ['Sample', 'Another']);
        assert.deepEqual(byPointer.get('/roles'), [['viewer'], ['editor']]);
      },
    },
  },
  {
    operationId: 'listUserLogs',
    name: 'finds exactly what an act, a person, a time and an address leave, on several pages',
    needs: admin,
    request: async (context) => ({ query: { about: String((await actOnUser(context)).username) } }),
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const all = data.items as Entry[]; // Cast: validated before.
        const about = String(all[0]?.target?.name);
        const find = async (query: Record<string, string>) =>
          (await entriesAbout(context, { about, ...query })).map(({ id }) => id);
        const idsOf = (matches: (entry: Entry) => boolean) => all.filter(matches).map(({ id }) => id);
        const middle = all[1]?.time ?? '';
        assert.deepEqual(
          await find({ act: 'userChanged' }),
          idsOf(({ act }) => act === 'userChanged'),
        );
        assert.deepEqual(await find({ act: 'userDeleted' }), []);
        assert.deepEqual(
          await find({ user: context.username('admin') }),
          idsOf(() => true),
        );
        assert.deepEqual(await find({ user: context.username('viewer') }), []);
        assert.deepEqual(
          await find({ address: all[0]?.address ?? '' }),
          idsOf(() => true),
        );
        assert.deepEqual(await find({ address: '203.0.113.7' }), []);
        assert.deepEqual(
          await find({ from: middle }),
          idsOf(({ time }) => time >= middle),
        );
        assert.deepEqual(
          await find({ to: middle }),
          idsOf(({ time }) => time < middle),
        );
        const read = reader(context.backend, context.backend.operation('listUserLogs'), 'admin');
        const { items, pages } = await readAllByCursor<Entry>(read, { about }, 1);
        assert.deepEqual(
          items.map(({ id }) => id),
          idsOf(() => true),
        );
        assert.ok(
          pages.every(({ total }) => total === all.length),
          'each page has the same total',
        );
      },
    },
  },
  ...['csv', 'ndjson'].map(
    (format): Case => ({
      operationId: 'exportUserLogs',
      name: `exports ${format} with what the list has`,
      needs: admin,
      request: async (context) => ({
        query: { format, about: String((await actOnUser(context)).username), act: 'userChanged' },
      }),
      expect: {
        status: 200,
        check: ({ bytes, body }) => {
          if (format === 'ndjson') {
            const entries = parseNdjson(String(body)) as unknown as Entry[]; // Cast: lines hold entries.
            assert.deepEqual(
              entries.map(({ act }) => act),
              ['userChanged'],
            );
            return;
          }
          const { headings, rows } = parseCsv(bytes);
          assert.equal(rows.length, 1);
          assert.equal(rows[0]?.[headings.indexOf('act')], 'userChanged');
          assert.match(rows[0]?.[headings.indexOf('details')] ?? '', /"displayName|displayName"|\/displayName/);
        },
      },
    }),
  ),
  ...logged('records that an export of records was made, and of what', 'recordsExported', async ({ backend }) => {
    await backend.call(backend.operation('exportCountries'), 'admin', { query: { format: 'csv', ids: '1' } });
  }),
  ...logged('records who was refused, and the permission that was missing', 'refused', async ({ backend }) => {
    // only so many refusals of a user are logged, which the other cases use up for the accounts of the run
    const { token } = await backend.spareMember.withPermissions('cabin:read');
    await send(backend.address.url, backend.operation('listUsers'), {}, token);
  }),
  ...logged('records a sign-in', 'signIn', async ({ backend }) => {
    const token = await backend.sessions.newToken('viewer');
    await backend.callWith(token, backend.operation('logout'), {});
  }),
  ...logged('records a sign-out', 'signOut', async ({ backend }) => {
    const token = await backend.sessions.newToken('viewer');
    await backend.callWith(token, backend.operation('logout'), {});
  }),
  ...logged('records a failed sign-in', 'signInFailed', async ({ backend }) => {
    const body = { username: backend.sessions.account('viewer').name, password: 'not it' };
    await send(backend.address.url, backend.operation('login'), { body });
  }),
  ...logged('records a new subscriber', 'subscriberCreated', async ({ backend }) => {
    await backend.subscribers.create();
  }),
  ...logged('records a new role', 'roleCreated', async ({ backend }) => {
    await backend.staff.createRole(['country:read']);
  }),
  ...logged('records a preview of a role', 'rolePreviewed', async ({ backend }) => {
    await backend.callWith(await backend.spareMember.previewToken('cabin:read'), backend.operation('logout'), {});
  }),
];

/** Tests that an act is in the log a moment after it. */
function logged(name: string, act: string, doIt: (context: CaseContext) => Promise<void>): Case[] {
  let newest = 0;
  return [
    {
      operationId: 'listUserLogs',
      name,
      needs: admin,
      request: async (context) => {
        newest = (await entriesAbout(context, { act }))[0]?.id ?? 0;
        await doIt(context);
        return { query: { act } };
      },
      expect: {
        status: 200,
        check: (_, context) =>
          until(async () => {
            const [entry] = await entriesAbout(context, { act });
            assert.ok((entry?.id ?? 0) > newest, `${act} is logged`);
            assert.equal(entry?.act, act);
          }),
      },
    },
  ];
}
