import { dropFields, dropQuery, inBody, inData, inRecord, keepItems } from '../../kit/edits.ts';
import { asAdminWhen, ignoresKey } from '../../kit/follow-ups.ts';
import { ops } from '../../kit/operations.ts';
import { type Data, violationsOf } from '../../kit/violation.ts';

const LIST = '#/paths/~1api~1v1~1roles/get/parameters';
const ROLE = '#/components/schemas/Role/properties';
const EFFECT = '#/paths/~1api~1v1~1roles~1{id}~1effect/post/responses/200';
const PERMISSIONS = '#/components/schemas/Permission/properties';
const effect = ops('getRoleEffect');
const permissions = ops('listPermissions');

const inRoles = (edit: (role: Data) => unknown) =>
  inData((data) => {
    for (const role of data.items ?? [data.record]) edit(role);
  });

export const roleViolations = violationsOf('roles and permissions', [
  {
    id: 'roles-q-ignored',
    at: LIST,
    breaks: 'Part of the name or the display name.',
    on: ops('listRoles'),
    request: dropQuery('q'),
  },
  {
    id: 'roles-q-knows-no-display-name',
    at: LIST,
    breaks: 'Part of the name or the display name.',
    on: ops('listRoles'),
    response: keepItems(({ name }, { query }) => name.includes((query.get('q') ?? '').toLowerCase())),
  },
  {
    id: 'roles-permission-ignored',
    at: LIST,
    breaks: 'Roles that hold it.',
    on: ops('listRoles'),
    request: dropQuery('permission'),
  },
  {
    id: 'roles-sort-ignored',
    at: LIST,
    breaks: 'A column, with `-` before it for the other direction.',
    on: ops('listRoles'),
    request: dropQuery('sort'),
  },
  {
    id: 'role-loses-description',
    at: `${ROLE}/description`,
    breaks: 'description of the role',
    on: ops('createRole', 'updateRole'),
    request: dropFields('description'),
  },
  {
    id: 'role-loses-a-permission',
    at: `${ROLE}/permissions`,
    breaks: 'permissions of the role, as sent',
    on: ops('createRole', 'updateRole'),
    request: inBody((body) => Array.isArray(body.permissions) && body.permissions.length > 1 && body.permissions.pop()),
  },
  {
    id: 'role-gets-unasked-permission',
    at: `${ROLE}/permissions`,
    breaks: 'permissions of the role, as sent',
    on: ops('createRole', 'updateRole'),
    response: inRecord(({ permissions: names }) => names.push('task:read')),
  },
  {
    id: 'role-keeps-removed-permissions',
    at: '#/paths/~1api~1v1~1roles~1{id}/put',
    breaks: 'Change a role (permissions are replaced).',
    on: ops('updateRole'),
    instead: async (call, { ask }) => {
      const { data } = await ask(call.reading());
      const { json } = call;
      if (!Array.isArray(json?.permissions) || !data?.record) return undefined;
      call.json = { ...json, permissions: [...new Set([...json.permissions, ...data.record.permissions])] };
      return ask(call);
    },
  },
  {
    id: 'role-people-zero',
    at: `${ROLE}/people`,
    breaks: 'Users who have it.',
    on: ops('listRoles', 'getRole'),
    response: inRoles((role) => Object.assign(role, { people: 0 })),
  },
  {
    id: 'every-role-within-reach',
    at: `${ROLE}/withinReach`,
    breaks: 'The caller holds all that this role holds.',
    on: ops('listRoles', 'getRole'),
    response: inRoles((role) => Object.assign(role, { withinReach: true })),
  },
  {
    id: 'admin-role-not-marked',
    at: `${ROLE}/administrator`,
    breaks: 'Holds every permission by its name.',
    on: ops('listRoles', 'getRole'),
    response: inRoles((role) => Object.assign(role, { administrator: false })),
  },
  {
    id: 'unconfirmed-administrator-not-marked',
    at: `${ROLE}/unconfirmedAdministrator`,
    breaks: 'There, and true, where the display name means administrator, but nobody has confirmed that.',
    on: ops('createRole', 'updateRole', 'getRole', 'listRoles'),
    response: inRoles((role) => delete role.unconfirmedAdministrator),
  },
  {
    id: 'role-in-use-deleted',
    at: '#/paths/~1api~1v1~1roles~1{id}/delete',
    breaks: 'Delete a role that nobody has.',
    on: ops('deleteRole'),
    after: ignoresKey('roleInUse'),
  },
  {
    id: 'more-than-held-given-to-role',
    at: '#/paths/~1api~1v1~1roles/post',
    breaks: 'Nobody gives what they do not hold.',
    on: ops('createRole', 'updateRole'),
    after: asAdminWhen(({ key, data }) => key === 'beyondReach' || data?.fields?.[0]?.rule === 'notHeld'),
  },
  {
    id: 'administrator-named-by-anybody',
    at: '#/paths/~1api~1v1~1roles/post',
    breaks: 'Only an administrator may name a role so that it is one.',
    on: ops('createRole', 'updateRole'),
    after: asAdminWhen(({ data }) => data?.fields?.[0]?.rule === 'administratorOnly'),
  },
  {
    id: 'role-name-taken-twice',
    at: '#/components/schemas/Rule/x-text/taken',
    breaks: 'Already taken',
    on: ops('createRole', 'updateRole'),
    after: {
      when: ({ data }) => data?.fields?.[0]?.rule === 'taken',
      run: async (_answer, call, { ask }) => {
        call.json = { ...call.json, name: `${call.json.name}-2` };
        return ask(call);
      },
    },
  },
  {
    id: 'ordinary-role-confirmed',
    at: '#/paths/~1api~1v1~1roles~1{id}~1confirmation/post',
    breaks: 'of any other 409 `invalidTransition`',
    on: ops('confirmAdministratorRole'),
    after: ignoresKey('invalidTransition'),
  },
  {
    id: 'role-effect-people-zero',
    at: EFFECT,
    breaks: 'Active users who have the role.',
    on: effect,
    response: inData((data) => Object.assign(data, { people: 0 })),
  },
  {
    id: 'role-effect-has-no-gains',
    at: EFFECT,
    breaks: 'What a change of a role would give.',
    on: effect,
    response: inData((data) => Object.assign(data, { gains: [] })),
  },
  {
    id: 'role-effect-swaps-gains-and-losses',
    at: EFFECT,
    breaks: 'What a change of a role would give and take.',
    on: effect,
    response: inData((data) => Object.assign(data, { gains: data.losses, losses: data.gains })),
  },
  {
    id: 'role-effect-counts-one-more',
    at: EFFECT,
    breaks: 'Counted over the active users who have the role; what another role of theirs gives them too is no loss.',
    on: effect,
    response: inData(({ gains, losses }) => {
      for (const change of [...gains, ...losses]) change.people += 1;
    }),
  },
  {
    id: 'role-effect-names-nobody',
    at: '#/components/schemas/PermissionEffects',
    breaks: 'The first ten user names.',
    on: effect,
    response: inData(({ gains, losses }) => {
      for (const change of [...gains, ...losses]) change.names = [];
    }),
  },
  {
    id: 'role-effect-applies-change',
    at: '#/paths/~1api~1v1~1roles~1{id}~1effect/post',
    breaks: 'What a change of a role would give (it changes nothing).',
    on: effect,
    after: {
      when: ({ succeeded }) => succeeded,
      run: async (_answer, call, { ask }) => {
        const headers = { ...call.headers, 'if-match': '*' };
        await ask(call.with({ method: 'PUT', path: call.path.replace('/effect', ''), headers }));
        return undefined;
      },
    },
  },
  {
    id: 'permission-missing-in-list',
    at: '#/paths/~1api~1v1~1permissions/get',
    breaks: 'Every permission, what it opens and who has it.',
    on: permissions,
    response: inData(({ items }) => items.splice(20, 1)),
  },
  {
    id: 'permissions-in-order-of-names',
    at: '#/paths/~1api~1v1~1permissions/get/responses/200',
    breaks: 'In the order of the contract.',
    on: permissions,
    response: inData(({ items }) => items.sort((a: Data, b: Data) => (a.name < b.name ? -1 : 1))),
  },
  {
    id: 'permission-opens-no-operations',
    at: `${PERMISSIONS}/operations`,
    breaks: 'operations: what it opens',
    on: permissions,
    response: inData(({ items }) => {
      for (const item of items) item.operations = [];
    }),
  },
  {
    id: 'permission-opens-no-pages',
    at: `${PERMISSIONS}/routes`,
    breaks: 'Pages that ask for it.',
    on: permissions,
    response: inData(({ items }) => {
      for (const item of items) item.routes = [];
    }),
  },
  {
    id: 'permission-people-one-more',
    at: `${PERMISSIONS}/people`,
    breaks: 'Active users who hold it.',
    on: permissions,
    response: inData(({ items }) => {
      for (const item of items) item.people += 1;
    }),
  },
  {
    id: 'permission-lacks-a-role',
    at: `${PERMISSIONS}/roles`,
    breaks: 'roles that hold it',
    on: permissions,
    response: inData(({ items }) => {
      for (const item of items) item.roles.pop();
    }),
  },
]);
