import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { requireRecord, versionedTarget } from '../../suite/records/records.ts';
import { send } from '../../suite/requests/client.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { until } from '../../suite/until.ts';

const admin = { role: 'admin' };
const namesOf = (roles: unknown) => (roles as { name: string }[]).map(({ name }) => name); // Cast: validated before.
/** How long ago an account of this run may have been made: cases share them, and clocks differ. */
const MAX_RUN_MS = 30 * 60_000;

const isNow = (time: unknown) => Math.abs(Date.parse(String(time)) - Date.now()) < MAX_RUN_MS;

interface LogEntry {
  act: string;
  username: string;
  userId: number | null;
  target: { kind: string; id: number | null; name: string } | null;
  address: string;
  client: string;
}

async function logOf({ backend }: CaseContext, query: Record<string, string>): Promise<LogEntry[]> {
  const { data } = await backend.call(backend.operation('listUserLogs'), 'admin', { query });
  return data.items as LogEntry[]; // Cast: validated by its own cases.
}

/** Tests what accounts and roles say of themselves. */
export const accountValueCases: Case[] = [
  {
    operationId: 'createUser',
    name: 'answers every field of the account as it is read and listed',
    needs: admin,
    request: ({ backend }) => ({ body: backend.staff.newUserBody(['viewer', 'editor']) }),
    expect: {
      status: 201,
      check: async (response, context) => {
        const { backend } = context;
        const user = backend.staff.trackUser(response);
        const { id, username, email, createTime, updateTime, roles, ...others } = user;
        assert.equal(email, `${username}@gazetteer.example`);
        assert.deepEqual(namesOf(roles).toSorted(), ['editor', 'viewer']);
        assert.ok(isNow(createTime) && isNow(updateTime), 'it was created now');
        assert.deepEqual(others, {
          displayName: 'Sample',
          status: 'invited',
          administrator: false,
          withinReach: true,
          secondFactor: false,
          lastSeen: null,
          openSessions: 0,
          reason: null,
          version: 1,
          createdBy: context.username('admin'),
          updatedBy: context.username('admin'),
        });
        assert.deepEqual(await backend.staff.reload(id), user);
        const list = await backend.call(backend.operation('listUsers'), 'admin', { query: { q: String(username) } });
        assert.deepEqual(list.data.items, [user]);
      },
    },
  },
  {
    operationId: 'getUser',
    name: 'marks administrators, and says when a user was last there',
    needs: admin,
    request: async ({ backend }) => {
      const { data } = await backend.call(backend.operation('getProfile'), 'admin', {});
      return { params: { id: Number(data.id) } };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { backend } = context;
        const { administrator, lastSeen, openSessions, withinReach } = requireRecord(data.record);
        assert.deepEqual([administrator, withinReach], [true, true]);
        assert.ok(Number(openSessions) >= 1 && isNow(lastSeen), `last seen at ${lastSeen}`);
        const member = await backend.spareMember.withRoles('viewer');
        await backend.callWith(member.token, backend.operation('getProfile'), {});
        const user = await backend.staff.reload(member.record.id);
        assert.deepEqual([user.administrator, user.status], [false, 'active']);
        assert.ok(isNow(user.lastSeen), `last seen at ${user.lastSeen}`);
        const sessions = await backend.call(backend.operation('listUserSessions'), 'admin', {
          params: { id: user.id },
        });
        assert.equal(user.openSessions, sessions.data.items?.length);
        const query = { q: member.username, lastSeen: 'day' };
        const seen = await backend.call(backend.operation('listUsers'), 'admin', { query });
        assert.deepEqual([seen.data.total, seen.data.counts], [1, { active: 1 }]);
        assert.deepEqual(seen.data.items, [await backend.staff.reload(member.record.id)], 'the list says the same');
      },
    },
  },
  {
    operationId: 'transitionUser',
    name: 'gives the roles of the approval, and lets the user in',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => ({
      ...versionedTarget(await backend.staff.createPending()),
      body: { event: 'approve', roles: ['viewer', 'editor'] },
    }),
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const user = requireRecord(data.record);
        assert.deepEqual([user.status, namesOf(user.roles).toSorted()], ['active', ['editor', 'viewer']]);
        assert.deepEqual(await backend.staff.reload(user.id), user);
        const token = await backend.staff.signIn(String(user.username));
        const profile = await backend.callWith(token, backend.operation('getProfile'), {});
        assert.deepEqual(namesOf(Object(profile.data).roles).toSorted(), ['editor', 'viewer']);
        await backend.callWith(token, backend.operation('logout'), {});
      },
    },
  },
  {
    operationId: 'deleteUser',
    name: 'leaves no account, and the name in the log',
    needs: admin,
    request: async ({ backend }) => versionedTarget(await backend.staff.createInvited()),
    expect: {
      status: 200,
      check: async (_, context) => {
        const { backend } = context;
        const name = backend.staff.lastUsername;
        const entries = await logOf(context, { about: name });
        assert.deepEqual([...new Set(entries.map(({ act }) => act))].toSorted(), ['userCreated', 'userDeleted']);
        const id = entries[0]?.target?.id ?? 0;
        const found = await backend.tryCall(backend.operation('getUser'), 'admin', { params: { id } });
        assert.equal(found.status, 404);
        const list = await backend.call(backend.operation('listUsers'), 'admin', { query: { q: name } });
        assert.deepEqual(list.data.counts, {});
      },
    },
  },
  {
    operationId: 'inviteUser',
    name: 'voids the link before',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      const { id, email } = await backend.staff.createInvited();
      earlierLink = { email, token: await backend.staff.emailedToken('invitation', email) };
      return { params: { id } };
    },
    expect: {
      status: 200,
      check: async (_, { backend }) => {
        const { email, token } = earlierLink;
        const later = await backend.staff.emailedToken('invitation', email, token);
        const read = (body: object) => send(backend.address.url, backend.operation('getInvitation'), { body });
        assert.deepEqual([(await read({ token })).status, (await read({ token: later })).status], [422, 200]);
      },
    },
  },
  {
    operationId: 'login',
    name: 'has the log say of a failed sign-in what was typed, from where and with what',
    needs: { role: 'none' },
    request: () => {
      typedName = `nobody-${randomUUID().slice(0, 13)}`;
      return { body: { username: typedName, password: 'not it' }, headers: { 'user-agent': 'conformance of logs' } };
    },
    expect: {
      status: 422,
      key: 'invalidCredentials',
      check: (_, context) =>
        until(async () => {
          const [entry] = await logOf(context, { act: 'signInFailed', user: typedName });
          assert.deepEqual(
            [entry?.username, entry?.userId, entry?.client],
            [typedName, null, 'conformance of logs'],
            'the log has it',
          );
          assert.ok(entry?.address, 'the log has the address');
        }),
    },
  },
  ...roleValueCases(),
  ...['status', '-status', 'updateTime', '-updateTime', 'lastSeen', '-lastSeen'].map(
    (sort): Case => ({
      operationId: 'listUsers',
      name: `sorts users by ${sort}`,
      needs: admin,
      request: () => ({ query: { sort, pageSize: 100 } }),
      expect: {
        status: 200,
        check: ({ data }) => {
          const column = sort.replace('-', '');
          const values = (data.items as RecordData[]).map((user) => String(user[column])); // Cast: validated before.
          const present = values.filter((value) => value !== 'null');
          const ordered = sort.startsWith('-') ? present.toReversed() : present;
          if (column === 'status') {
            const runs = ordered.filter((value, index) => value !== ordered[index - 1]);
            assert.equal(new Set(runs).size, runs.length, 'each status stands together');
          } else assert.deepEqual(ordered, ordered.toSorted());
        },
      },
    }),
  ),
];

let earlierLink: { email: unknown; token: string } = { email: '', token: '' };
let typedName = '';

function roleValueCases(): Case[] {
  let token = '';
  return [
    {
      operationId: 'listRoles',
      name: 'finds exactly the roles with part of the name or of the display name',
      needs: admin,
      request: async ({ backend }) => {
        token = `q${randomBytes(4).toString('hex')}`;
        for (const changes of [{ displayName: `示例 ${token} Sample` }, { name: `x-${token}-y` }, {}]) {
          const body = { ...backend.staff.newRoleBody(), ...changes };
          backend.staff.trackRole(await backend.call(backend.operation('createRole'), 'admin', { body }));
        }
        return { query: { q: token, sort: 'name' } };
      },
      expect: {
        status: 200,
        check: ({ data }) => {
          const roles = data.items as RecordData[]; // Cast: validated before.
          assert.deepEqual([data.total, roles.length], [2, 2]);
          assert.ok(
            roles.every((role) => `${role.name} ${role.displayName}`.includes(token)),
            'each has the text',
          );
        },
      },
    },
    {
      operationId: 'updateRole',
      name: 'replaces every field of a role, and nothing else',
      needs: admin,
      request: async ({ backend }) => {
        const role = await backend.staff.createRole(['country:read', 'city:read']);
        await backend.staff.createInvited([String(role.name)]);
        await backend.staff.createInvited([String(role.name), 'viewer']);
        const body = { name: `${role.name}-b`, displayName: 'Another', description: 'Another one', permissions: [] };
        return { ...versionedTarget(role), body };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const role = requireRecord(data.record);
          const { name, displayName, description, permissions, people, version, updatedBy } = role;
          assert.match(String(name), /-b$/);
          assert.deepEqual(
            [displayName, description, permissions, people, version, updatedBy],
            ['Another', 'Another one', [], 2, 2, context.username('admin')],
          );
          assert.ok(String(role.updateTime) >= String(role.createTime) && isNow(role.updateTime), 'it changed now');
          const { backend } = context;
          const found = await backend.call(backend.operation('getRole'), 'admin', { params: { id: role.id } });
          assert.deepEqual(found.data.record, role);
          const users = await backend.call(backend.operation('listUsers'), 'admin', { query: { role: String(name) } });
          assert.equal(users.data.total, 2, 'users keep the role under its new name');
        },
      },
    },
    {
      operationId: 'deleteRole',
      name: 'leaves nothing of a role',
      needs: admin,
      request: async ({ backend }) => versionedTarget(await backend.staff.createRole()),
      expect: {
        status: 200,
        check: async (_, context) => {
          const [entry] = await logOf(context, { act: 'roleDeleted' });
          const { backend } = context;
          const params = { id: entry?.target?.id ?? 0 };
          assert.equal((await backend.tryCall(backend.operation('getRole'), 'admin', { params })).status, 404);
          const query = { q: entry?.target?.name ?? '?' };
          assert.equal((await backend.call(backend.operation('listRoles'), 'admin', { query })).data.total, 0);
        },
      },
    },
    {
      operationId: 'listPermissions',
      name: 'counts the active users who hold each, once each',
      needs: admin,
      request: async ({ backend }) => {
        const [first, second] = [
          await backend.staff.createRole(['cabin:read']),
          await backend.staff.createRole(['cabin:read']),
        ];
        await backend.spareMember.withRoles('viewer');
        peopleBefore = await peopleOf(backend, 'cabin:delete');
        const names = [first, second].map(({ name }) => String(name));
        await backend.staff.createInvited(names);
        const role = await backend.spareMember.role(['cabin:delete']);
        await backend.spareMember.withRoles(...names, String(role.name));
        return {};
      },
      expect: {
        status: 200,
        check: async ({ data }) => {
          const items = data.items as { name: string; people: number; roles: { name: string }[] }[]; // Cast: validated before.
          const deletion = items.find(({ name }) => name === 'cabin:delete');
          assert.equal(deletion?.people, peopleBefore + 1, 'one more user holds it');
        },
      },
    },
  ];
}

let peopleBefore = 0;

async function peopleOf(backend: CaseContext['backend'], permission: string): Promise<number> {
  const { data } = await backend.call(backend.operation('listPermissions'), 'admin', {});
  const items = data.items as { name: string; people: number }[]; // Cast: validated by its own cases.
  const counted = items.find(({ name }) => name === permission)?.people ?? 0;
  const holders = await countHolders(backend, items, permission);
  assert.equal(counted, holders, 'as many as hold a role with it');
  return counted;
}

/** Counts the active users with a role that gives a permission, or with an administrator's. */
async function countHolders(backend: CaseContext['backend'], items: object[], permission: string): Promise<number> {
  const permissions = items as { name: string; roles: { name: string }[] }[]; // Cast: as above.
  const roles = permissions.find(({ name }) => name === permission)?.roles ?? [];
  const ids = new Set<number>();
  for (const { name } of roles) {
    const query = { role: name, status: 'active', pageSize: 100 };
    const { data } = await backend.call(backend.operation('listUsers'), 'admin', { query });
    for (const { id } of data.items as RecordData[]) ids.add(id); // Cast: validated by its own cases.
  }
  return ids.size;
}
