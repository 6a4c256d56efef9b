import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Case } from '../../suite/case.ts';
import { requireRecord, versionedTarget } from '../../suite/records/records.ts';
import { readAllPages, reader } from '../../suite/requests/pages.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import type { TestBackend } from '../../suite/test-backend.ts';
import { countByStatus } from '../entity/batches/batch-filters.ts';

const admin = { role: 'admin' };

interface People {
  token: string;
  users: RecordData[];
  role: RecordData;
}

const created = new WeakMap<TestBackend, Promise<People>>();

/** Invites eleven users with a token in their names, once for all cases; some have a role that nobody else has. */
function people(backend: TestBackend): Promise<People> {
  const known = created.get(backend) ?? invite(backend);
  created.set(backend, known);
  return known;
}

async function invite(backend: TestBackend): Promise<People> {
  const token = `q${randomBytes(4).toString('hex')}`;
  const role = await backend.staff.createRole(['country:read']);
  const users: RecordData[] = [];
  for (const letter of 'fcahbdgeikj') {
    const username = `${token}-${letter}`;
    const body = {
      username,
      displayName: `Sample ${letter.toUpperCase()}`,
      email: `${letter}-${token}@gazetteer.example`,
      roles: users.length % 2 === 0 ? [String(role.name), 'viewer'] : ['viewer'],
    };
    users.push(backend.staff.trackUser(await backend.call(backend.operation('createUser'), 'admin', { body })));
  }
  return { token, users, role };
}

type Query = Record<string, string>;

/** Tests the lists of users and roles on some of which each answer is known. */
export const userListCases: Case[] = [
  listCase(
    'finds exactly the users whose name, display name or e-mail has the text, on several pages',
    () => ({}),
    () => true,
    true,
  ),
  listCase(
    'finds exactly the users with a role',
    ({ role }) => ({ role: String(role.name) }),
    (_, index) => index % 2 === 0,
  ),
  listCase(
    'finds nobody by part of a role’s name',
    ({ role }) => ({ role: String(role.name).slice(0, -1) }),
    () => false,
  ),
  listCase(
    'finds exactly the users with a status',
    () => ({ status: 'invited' }),
    () => true,
  ),
  listCase(
    'finds nobody with a status that they do not have',
    () => ({ status: 'active' }),
    () => false,
  ),
  listCase(
    'finds exactly those who were never seen',
    () => ({ lastSeen: 'never' }),
    () => true,
  ),
  listCase(
    'finds nobody who was seen today',
    () => ({ lastSeen: 'day' }),
    () => false,
  ),
  listCase(
    'finds exactly those without a second factor',
    () => ({ secondFactor: 'false' }),
    () => true,
  ),
  listCase(
    'finds nobody with a second factor',
    () => ({ secondFactor: 'true' }),
    () => false,
  ),
  ...['username', 'displayName', 'email', 'createTime'].flatMap((column) =>
    [column, `-${column}`].map(
      (sort): Case => ({
        operationId: 'listUsers',
        name: `sorts users exactly by ${sort}`,
        needs: admin,
        request: async ({ backend }) => ({ query: { q: (await people(backend)).token, sort, pageSize: 20 } }),
        expect: {
          status: 200,
          check: async ({ data }, { backend }) => {
            const { users } = await people(backend);
            const values = (data.items as RecordData[]).map((user) => String(user[column])); // Cast: validated before.
            const sorted = users.map((user) => String(user[column])).toSorted();
            assert.deepEqual(values, sort.startsWith('-') ? sorted.toReversed() : sorted);
          },
        },
      }),
    ),
  ),
  {
    operationId: 'updateUser',
    name: 'replaces the name, the e-mail and the roles of a user, and nothing else',
    needs: admin,
    request: async ({ backend }) => {
      const user = await backend.staff.createInvited(['viewer', 'editor']);
      const { username } = user;
      const body = { username, displayName: 'Another Name', email: `x-${String(user.email)}`, roles: ['reviewer'] };
      return { ...versionedTarget(user), body };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { backend } = context;
        const user = requireRecord(data.record);
        const { displayName, email, roles, status, version, updatedBy } = user;
        const names = (roles as { name: string }[]).map(({ name }) => name); // Cast: validated before.
        assert.deepEqual([displayName, names, status, version], ['Another Name', ['reviewer'], 'invited', 2]);
        assert.match(String(email), /^x-/);
        assert.equal(updatedBy, context.username('admin'));
        assert.deepEqual(await backend.staff.reload(user.id), user);
      },
    },
  },
  ...['W/"1"', '1', '"1", "2"', '"x"', '""'].map(
    (header): Case => ({
      operationId: 'updateUser',
      name: `refuses the version ${header} of an invited user`,
      equivalenceKey: `refuses the version ${header}`,
      needs: admin,
      breaksContract: true,
      request: async ({ backend }) => {
        const { id, username, displayName, email } = await backend.staff.createInvited();
        const body = { username, displayName, email, roles: ['viewer'] };
        return { params: { id }, headers: { 'if-match': header }, body };
      },
      expect: { status: 422, key: 'validationError', fields: ['/header/If-Match pattern'] },
    }),
  ),
  {
    operationId: 'deleteUser',
    name: 'leaves nothing of a user in the list',
    needs: admin,
    request: async ({ backend }) => versionedTarget(await backend.staff.createInvited()),
    expect: {
      status: 200,
      check: async (_, { backend }) => {
        const operation = backend.operation('listUsers');
        const { data } = await backend.call(operation, 'admin', { query: { q: backend.staff.lastUsername } });
        assert.deepEqual([data.total, data.items], [0, []]);
      },
    },
  },
];

function listCase(
  name: string,
  query: (people: People) => Query,
  matches: (user: RecordData, index: number) => boolean,
  walksPages = false,
): Case {
  return {
    operationId: 'listUsers',
    name,
    needs: admin,
    request: async ({ backend }) => {
      const known = await people(backend);
      return { query: { q: known.token, ...query(known), pageSize: 20 } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const known = await people(backend);
        const expected = known.users.filter(matches);
        const ids = (items: { id: number }[]) => items.map(({ id }) => id).toSorted((a, b) => a - b);
        assert.deepEqual(ids(data.items as RecordData[]), ids(expected)); // Cast: validated before.
        assert.equal(data.total, expected.length);
        if (!('status' in query(known))) assert.deepEqual(data.counts, countByStatus(expected));
        else assert.deepEqual(data.counts, { invited: known.users.length }, 'counts are under all other filters');
        if (!walksPages) return;
        const { items } = await readAllPages<RecordData>(reader(backend, backend.operation('listUsers'), 'admin'), {
          q: known.token,
        });
        assert.deepEqual(ids(items), ids(known.users));
        for (const user of items)
          assert.deepEqual(user, await backend.staff.reload(user.id), 'as it is read by itself');
        for (const q of [`f-${known.token}`, `${known.token}-f`]) {
          const found = await backend.call(backend.operation('listUsers'), 'admin', { query: { q } });
          assert.deepEqual(ids(found.data.items as RecordData[]), ids(known.users.slice(0, 1)), q); // Cast: validated.
        }
      },
    },
  };
}
