import { dropQuery, inBody, inData, inEachItem, inItems, inRecord, keepItems } from '../../kit/edits.ts';
import { asAdminWhen, ignoresKey } from '../../kit/follow-ups.ts';
import { ops } from '../../kit/operations.ts';
import { type Declaration, violationsOf } from '../../kit/violation.ts';

const LIST = '#/paths/~1api~1v1~1users/get';
const ACCOUNT = '#/components/schemas/Account/properties';
const list = ops('listUsers');
const found = ops('getUser', 'updateUser', 'transitionUser', 'createUser');

function filterIgnored(name: string, breaks: string): Declaration {
  return { id: `users-${name}-ignored`, at: `${LIST}/parameters`, breaks, on: list, request: dropQuery(name) };
}

export const userViolations = violationsOf('users', [
  filterIgnored('q', 'Part of the user name, the name or the e-mail.'),
  filterIgnored('status', 'status: users in this status'),
  filterIgnored('role', 'A role’s name, exact.'),
  filterIgnored('lastSeen', 'Within the last 24 hours, 7 days, 30 days; longer ago; not yet.'),
  filterIgnored('secondFactor', 'secondFactor: whether users have one'),
  filterIgnored('sort', 'A column, with `-` before it for the other direction.'),
  {
    id: 'users-q-knows-no-email',
    at: `${LIST}/parameters`,
    breaks: 'Part of the user name, the name or the e-mail.',
    on: list,
    response: keepItems(({ username, displayName }, { query }) => {
      const q = (query.get('q') ?? '').toLowerCase();
      return `${username} ${displayName}`.toLowerCase().includes(q);
    }),
  },
  {
    id: 'users-counts-narrowed-by-status',
    at: `${LIST}/responses/200`,
    breaks: 'The page, with the number of users per status under all other filters.',
    on: list,
    response: inData((data, { query }) => {
      const status = query.get('status');
      if (status) data.counts = { [status]: data.counts[status] ?? 0 };
    }),
  },
  {
    id: 'user-change-loses-display-name',
    at: '#/paths/~1api~1v1~1users~1{id}/put',
    breaks: 'Change a user’s name, e-mail and roles.',
    on: ops('updateUser', 'getUser'),
    response: inRecord((record, { params }, memory) => {
      const key = params.id ?? '';
      if (!memory.has(key)) memory.set(key, record.displayName);
      record.displayName = memory.get(key);
    }),
  },
  {
    id: 'user-change-only-adds-roles',
    at: '#/paths/~1api~1v1~1users~1{id}/put',
    breaks: 'Change a user’s name, e-mail and roles.',
    on: ops('updateUser'),
    instead: async (call, { ask, adminToken }) => {
      const { data } = await ask(call.reading().as(await adminToken()));
      const { json } = call;
      if (!Array.isArray(json?.roles) || !data?.record) return undefined;
      const roles = data.record.roles.map(({ name }: { name: string }) => name);
      call.json = { ...json, roles: [...new Set([...json.roles, ...roles])] };
      return ask(call);
    },
  },
  {
    id: 'user-name-changes',
    at: '#/components/schemas/Rule/x-text/fixed',
    breaks: 'The user name stays.',
    on: ops('updateUser'),
    after: {
      when: ({ status, data }) => status === 422 && data?.fields?.[0]?.rule === 'fixed',
      run: async (_answer, call, { ask }) => {
        const { data } = await ask(call.reading());
        call.json = { ...call.json, username: data.record.username };
        return ask(call);
      },
    },
  },
  {
    id: 'own-email-changes-without-password',
    at: '#/paths/~1api~1v1~1users~1{id}/put',
    breaks: 'One’s own e-mail too (ownAccount): the profile changes it, with the password.',
    on: ops('updateUser'),
    after: ignoresKey('ownAccount'),
  },
  {
    id: 'own-account-deleted',
    at: '#/components/responses/AccessConflict',
    breaks: 'is about oneself (ownAccount)',
    on: ops('deleteUser', 'transitionUser'),
    after: ignoresKey('ownAccount'),
  },
  {
    id: 'last-administrator-goes',
    at: '#/components/responses/AccessConflict',
    breaks: 'It would leave nobody who is an administrator (lastAdministrator).',
    on: ops('updateUser', 'deleteUser', 'transitionUser', 'updateRole'),
    after: ignoresKey('lastAdministrator'),
  },
  {
    id: 'more-than-held-given-to-user',
    at: '#/paths/~1api~1v1~1users~1{id}/put',
    breaks: 'Nobody gives a role that holds more than they hold themselves, nor changes a user who holds more.',
    on: ops('createUser', 'updateUser', 'transitionUser', 'deleteUser', 'endUserSessions'),
    after: asAdminWhen(({ key, data }) => key === 'beyondReach' || data?.fields?.[0]?.rule === 'notHeld'),
  },
  {
    id: 'unknown-role-given',
    at: '#/components/schemas/Rule/x-text/unknownRole',
    breaks: 'There is no such role.',
    on: ops('createUser', 'updateUser'),
    after: {
      when: ({ data }) => data?.fields?.[0]?.rule === 'unknownRole',
      run: async (_answer, call, { ask }) => {
        call.json = { ...call.json, roles: [] };
        return ask(call);
      },
    },
  },
  {
    id: 'reason-taken-with-approval',
    at: '#/paths/~1api~1v1~1users~1{id}~1transitions/post',
    breaks: '`roles` goes with `approve` only, `reason` with `reject` only.',
    on: ops('transitionUser'),
    request: inBody((body) => {
      if (body.event !== 'reject') delete body.reason;
      if (body.event !== 'approve') delete body.roles;
    }),
  },
  {
    id: 'roles-of-approval-lost',
    at: '#/paths/~1api~1v1~1users~1{id}~1transitions/post',
    breaks: '`roles` goes with `approve`.',
    on: ops('transitionUser'),
    request: inBody((body) => body.event === 'approve' && delete body.roles),
  },
  {
    id: 'reason-of-refusal-lost',
    at: `${ACCOUNT}/reason`,
    breaks: 'Why the user was refused.',
    on: found,
    response: inRecord((record) => Object.assign(record, { reason: null })),
  },
  {
    id: 'user-transition-from-every-status',
    at: '#/components/schemas/UserEvent/x-transitions',
    breaks: 'activate: { from: [inactive] } and so on',
    on: ops('transitionUser'),
    after: ignoresKey('invalidTransition'),
  },
  {
    id: 'deactivated-user-is-active',
    at: '#/components/schemas/UserEvent/x-transitions',
    breaks: 'deactivate: { from: [active], to: inactive }',
    on: ops('transitionUser'),
    response: inRecord((record) => record.status === 'inactive' && Object.assign(record, { status: 'active' })),
  },
  {
    id: 'created-user-is-active',
    at: '#/paths/~1api~1v1~1users/post/responses/201',
    breaks: 'Created, invited.',
    on: ops('createUser', 'getUser'),
    response: inRecord((record) => record.status === 'invited' && Object.assign(record, { status: 'active' })),
  },
  {
    id: 'created-user-gets-no-roles',
    at: '#/components/schemas/UserBody/properties/roles',
    breaks: 'roles of the new user',
    on: ops('createUser'),
    request: inBody((body) => body.roles?.length > 0 && Object.assign(body, { roles: [] })),
  },
  {
    id: 'administrators-not-marked',
    at: `${ACCOUNT}/administrator`,
    breaks: 'A user holding a role named admin has every permission.',
    on: ops('listUsers', 'getUser'),
    response: inData((data) => {
      for (const user of data.items ?? [data.record]) user.administrator = false;
    }),
  },
  {
    id: 'everybody-within-reach',
    at: `${ACCOUNT}/withinReach`,
    breaks: 'The caller holds all that this user holds.',
    on: ops('listUsers', 'getUser'),
    response: inData((data) => {
      for (const user of data.items ?? [data.record]) user.withinReach = true;
    }),
  },
  {
    id: 'users-never-seen',
    at: `${ACCOUNT}/lastSeen`,
    breaks: 'lastSeen: when the user was last there',
    on: list,
    response: inEachItem((user) => Object.assign(user, { lastSeen: null })),
  },
  {
    id: 'open-sessions-zero',
    at: `${ACCOUNT}/openSessions`,
    breaks: 'openSessions: how many the user has',
    on: ops('listUsers', 'getUser'),
    response: inData((data) => {
      for (const user of data.items ?? [data.record]) user.openSessions = 0;
    }),
  },
  {
    id: 'deleted-user-still-there',
    at: '#/paths/~1api~1v1~1users~1{id}/delete',
    breaks: 'Delete a user; the logs keep the name.',
    on: ops('getUser', 'listUsers', 'createUser'),
    response: (answer, { operation, params }, memory) => {
      if (answer.succeeded && answer.data?.record) memory.set(String(answer.data.record.id), answer.copy());
      const earlier = memory.get(params.id ?? '');
      if (operation.id !== 'getUser' || answer.status !== 404 || !earlier) return;
      Object.assign(answer, { status: 200, headers: earlier.headers });
      answer.json = { ...earlier.json, code: 200 };
    },
  },
  {
    id: 'invitation-of-active-user-sent',
    at: '#/paths/~1api~1v1~1users~1{id}~1invitation/post/responses/409',
    breaks: 'Send the invitation again (not possible in the present status: 409).',
    on: ops('inviteUser'),
    after: ignoresKey('invalidTransition'),
  },
  {
    id: 'user-log-lacks-changes',
    at: '#/components/schemas/UserLogDetails/properties/changes',
    breaks: 'changes: pointer, before and after',
    on: ops('listUserLogs'),
    response: inEachItem((item) => delete item.details.changes),
  },
  {
    id: 'user-log-lacks-failed-sign-ins',
    at: '#/components/schemas/Act',
    breaks: 'Act: signInFailed, signInRefused (what people did, from sign-in to administrative act)',
    on: ops('listUserLogs'),
    response: keepItems(({ act }) => !/^signIn(Failed|Refused)$/.test(act)),
  },
  {
    id: 'user-log-names-nobody-of-failed-sign-in',
    at: '#/components/schemas/UserLogEntry/properties/username',
    breaks: 'Who did it; of a failed sign-in what was typed.',
    on: ops('listUserLogs'),
    response: inItems((items) => {
      for (const item of items) if (item.userId === null) item.username = '';
    }),
  },
  ...['user', 'about', 'act', 'address', 'from', 'to'].map((name) => ({
    id: `user-log-${name}-ignored`,
    at: '#/paths/~1api~1v1~1user-logs/get/parameters',
    breaks: `${name}: what people did, narrowed`,
    on: ops('listUserLogs'),
    request: dropQuery(name),
  })),
]);
