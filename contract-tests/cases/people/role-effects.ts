import assert from 'node:assert/strict';
import { operationsOf } from '../../contract/operations.ts';
import type { Contract } from '../../contract/types.ts';
import type { Case } from '../../suite/case.ts';
import { readAllPages, reader } from '../../suite/requests/pages.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

const admin = { role: 'admin' };

interface Effect {
  people: number;
  gains: { permission: string; people: number; names: string[] }[];
  losses: { permission: string; people: number; names: string[] }[];
}

interface Permission {
  name: string;
  routes: string[];
  operations: { id: string; method: string; path: string; summary: string }[];
  roles: { name: string }[];
  people: number;
}

const writeBody = ({ name, displayName, description }: RecordData, permissions: string[]) => ({
  name,
  displayName,
  description,
  permissions,
});

/** Tests what roles give, whom they concern, and how the lists count that. */
export function roleEffectCases(contract: Contract): Case[] {
  return [
    effectCase(),
    overlapCase(),
    {
      operationId: 'createRole',
      name: 'stores every field of a role, and lists it as it is read',
      needs: admin,
      request: ({ backend }) => ({
        body: {
          ...backend.staff.newRoleBody(['city:update', 'country:read']),
          displayName: '示例 Sample',
          description: 'For  the tests,\nin two lines',
        },
      }),
      expect: {
        status: 201,
        check: async (response, { backend }) => {
          const role = backend.staff.trackRole(response);
          assert.deepEqual(
            [role.displayName, role.description, (role.permissions as string[]).toSorted(), role.people, role.version],
            ['示例 Sample', 'For  the tests,\nin two lines', ['city:update', 'country:read'], 0, 1],
          );
          const get = await backend.call(backend.operation('getRole'), 'admin', { params: { id: role.id } });
          assert.deepEqual(get.data.record, role);
          const list = await backend.call(backend.operation('listRoles'), 'admin', { query: { q: String(role.name) } });
          assert.deepEqual([list.data.total, list.data.items], [1, [role]]);
        },
      },
    },
    {
      operationId: 'listRoles',
      name: 'finds exactly the roles with a permission or a text, on several pages, and counts their people',
      needs: admin,
      request: async ({ backend }) => {
        const role = await backend.staff.createRole(['data_log:export']);
        await backend.staff.createInvited([String(role.name)]);
        return { query: { permission: 'data_log:export', q: String(role.name) } };
      },
      expect: {
        status: 200,
        check: async ({ data }, { backend }) => {
          const [role, ...others] = data.items as RecordData[]; // Cast: validated before.
          assert.deepEqual([role?.people, others, data.total], [1, [], 1]);
          const query = { permission: 'city:read', q: String(role?.name) };
          const none = await backend.call(backend.operation('listRoles'), 'admin', { query });
          assert.deepEqual([none.data.total, none.data.items], [0, []]);
          const { items } = await readAllPages<RecordData>(reader(backend, backend.operation('listRoles'), 'admin'));
          assert.equal(new Set(items.map(({ id }) => id)).size, items.length, 'each role is on one page');
        },
      },
    },
    ...['name', 'displayName', 'people', 'createTime', 'updateTime'].flatMap((column) =>
      [column, `-${column}`].map(
        (sort): Case => ({
          operationId: 'listRoles',
          name: `sorts roles by ${sort}`,
          needs: admin,
          request: () => ({ query: { sort, pageSize: 100, q: 'sample-' } }),
          expect: {
            status: 200,
            check: ({ data }) => {
              const values = (data.items as RecordData[]).map((role) => role[column]); // Cast: validated before.
              const ordered = sort.startsWith('-') ? values.toReversed() : values;
              assert.deepEqual(
                ordered,
                typeof values[0] === 'number'
                  ? ordered.toSorted((a, b) => Number(a) - Number(b))
                  : ordered.map(String).toSorted(),
              );
            },
          },
        }),
      ),
    ),
    {
      operationId: 'listPermissions',
      name: 'says of each permission which pages and operations it opens, and who has it',
      needs: admin,
      request: async ({ backend }) => {
        await backend.staff.createRole(['user_log:export']);
        return {};
      },
      expect: {
        status: 200,
        check: ({ data }, { backend }) => {
          const items = data.items as Permission[]; // Cast: validated before.
          const declared = operationsOf(contract);
          for (const { name, operations } of items) {
            const expected = declared.filter(({ permission }) => permission === name).map(({ id }) => id);
            const ids = operations.map(({ id }) => id);
            assert.deepEqual(
              expected.filter((id) => !ids.includes(id)),
              [],
              `operations of ${name}`,
            );
            for (const { id, method, path } of operations) {
              const operation = backend.operation(id);
              assert.deepEqual([method.toLowerCase(), path], [operation.method, operation.path], id);
            }
          }
          for (const tag of contract.tags) {
            const route = (tag as { 'x-route'?: string })['x-route']; // Cast: tags of pages have it.
            const item = items.find(({ name }) => name === `${tag.name}:read`);
            if (route && item) assert.ok(item.routes.includes(route), `${item.name} opens ${route}`);
          }
          const exported = items.find(({ name }) => name === 'user_log:export');
          assert.ok(
            exported?.roles.some(({ name }) => name.startsWith('sample-')),
            'the role that was created has it',
          );
          assert.ok((exported?.people ?? 0) >= 1, 'an administrator has it');
        },
      },
    },
  ];
}

/** Tests that a change of a role says what it gives and takes, and that the change then does that. */
function effectCase(): Case {
  return {
    operationId: 'getRoleEffect',
    name: 'names who would gain and lose what, and changes nothing',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      const role = await backend.staff.createRole(['country:read', 'airline:read']);
      await backend.spareMember.withRoles(String(role.name));
      return { params: { id: role.id }, body: writeBody(role, ['country:read', 'cabin:read']) };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const { username } = await backend.spareMember.withRoles('viewer');
        const { people, gains, losses } = data as unknown as Effect; // Cast: validated before.
        assert.equal(people, 1);
        assert.deepEqual(gains, [{ permission: 'cabin:read', people: 1, names: [username] }]);
        assert.deepEqual(losses, [{ permission: 'airline:read', people: 1, names: [username] }]);
      },
    },
  };
}

/** Tests that what another role gives too is no loss. */
function overlapCase(): Case {
  return {
    operationId: 'getRoleEffect',
    name: 'counts no loss where another role gives the same',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      const role = await backend.staff.createRole(['country:read']);
      await backend.spareMember.withRoles(String(role.name), 'viewer');
      return { params: { id: role.id }, body: writeBody(role, []) };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const { people, gains, losses } = data as unknown as Effect; // Cast: validated before.
        const losers = losses.reduce((sum, loss) => sum + loss.people, 0);
        assert.deepEqual([people, gains, losers], [1, [], 0]);
      },
    },
  };
}
