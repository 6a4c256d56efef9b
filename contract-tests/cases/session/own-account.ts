import assert from 'node:assert/strict';
import type { StaffMember } from '../../suite/accounts/staff.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { readSettings, withSetting } from '../../suite/features/settings.ts';
import { asMember, memberCase } from '../../suite/member-case.ts';
import { type ApiResponse, send } from '../../suite/requests/client.ts';
import { until } from '../../suite/until.ts';

const attempt = ({ backend }: CaseContext, username: unknown, password: string): Promise<ApiResponse> =>
  send(backend.address.url, backend.operation('login'), { body: { username, password } });

interface SessionData {
  id: string;
  createTime: string;
  lastSeen: string;
  expireTime: string;
  address: string;
  client: string;
  current: boolean;
}

/** Tests what people see and change of their own account. */
export const ownAccountCases: Case[] = [
  memberCase(
    'getProfile',
    'tells exactly the roles and permissions that were given, and the account as it is listed',
    (member) => asMember(member),
    { status: 200 },
    ({ record }, { data }) => {
      const { id, username, displayName, email, status } = record;
      const { roles, ...others } = data as unknown as { roles: { name: string; permissions: { name: string }[] }[] }; // Cast: validated.
      assert.deepEqual(others, {
        id,
        username,
        displayName,
        email,
        status,
        secondFactor: false,
        secondFactorRequired: false,
        recoveryCodes: 0,
        preview: false,
      });
      const [role, ...otherRoles] = roles;
      assert.deepEqual(otherRoles, []);
      assert.equal(role?.name, (record.roles as { name: string }[])[0]?.name); // Cast: validated before.
      assert.deepEqual(role?.permissions.map(({ name }) => name).toSorted(), ['city:read', 'country:read']);
    },
  ),
  memberCase(
    'updateProfile',
    'keeps the new name, and leaves the e-mail',
    async (member, { backend }) => {
      await backend.callWith(member.token, backend.operation('getProfile'), {});
      return asMember(member, { displayName: '示例 Sample', email: member.record.email });
    },
    { status: 200 },
    async (member, { data }, { backend }) => {
      const { data: profile } = await backend.callWith(member.token, backend.operation('getProfile'), {});
      assert.deepEqual(profile, data);
      assert.deepEqual([data.displayName, data.user?.email], ['示例 Sample', undefined]);
      const { displayName, email } = await backend.staff.reload(member.record.id);
      assert.deepEqual([displayName, email], ['示例 Sample', member.record.email]);
      const token = await backend.staff.signIn(member.username);
      const anew = await backend.callWith(token, backend.operation('getProfile'), {});
      assert.equal(anew.data.displayName, '示例 Sample', 'it is the name after another sign-in');
    },
  ),
  memberCase(
    'updateProfile',
    'keeps another e-mail with the right password, and lets in by it',
    (member) =>
      asMember(member, { displayName: 'Sample', email: `x-${member.record.email}`, password: member.password }),
    { status: 200 },
    async ({ record, password }, _, context) => {
      const { email } = await context.backend.staff.reload(record.id);
      assert.equal(email, `x-${record.email}`);
      assert.equal((await attempt(context, email, password)).status, 200, 'the new e-mail lets in');
      assert.equal((await attempt(context, record.email, password)).status, 422, 'the old e-mail does not');
    },
  ),
  ...[
    { what: 'without the password', password: {}, field: '/password required' },
    { what: 'with a wrong password', password: { password: 'not it' }, field: '/password wrongPassword' },
  ].map(({ what, password, field }) =>
    memberCase(
      'updateProfile',
      `leaves the account as it is if the e-mail is changed ${what}`,
      (member) => asMember(member, { displayName: 'Another', email: `y-${member.record.email}`, ...password }),
      { status: 422, key: 'validationError', fields: [field] },
      async ({ record }, _, { backend }) => {
        const { displayName, email } = await backend.staff.reload(record.id);
        assert.deepEqual([displayName, email], [record.displayName, record.email]);
      },
    ),
  ),
  ...passwordCases(),
  ...sessionCases(),
  ...openRegistrationCases(),
];

function passwordCases(): Case[] {
  const refused = (name: string, rule: string, newPassword: (member: StaffMember) => string) =>
    memberCase(
      'changePassword',
      name,
      (member) => asMember(member, { oldPassword: member.password, newPassword: newPassword(member) }),
      { status: 422, key: 'validationError', fields: [`/newPassword ${rule}`] },
      async (member, _, context) =>
        assert.equal((await attempt(context, member.username, member.password)).status, 200, 'the old one is good'),
    );
  const registration = (name: string, rule: string, passwordOf: (username: string) => string): Case => ({
    operationId: 'register',
    name,
    needs: { role: 'none' },
    request: ({ backend }) => {
      const { roles: _, ...body } = backend.staff.newUserBody();
      return { body: { ...body, password: passwordOf(body.username) } };
    },
    expect: { status: 422, key: 'validationError', fields: [`/password ${rule}`] },
  });
  const tooShort = refused(
    'asks for as many characters as the configuration',
    'minLength',
    () => 'horse, battery, staple',
  );
  return [
    refused('refuses a new password with the user name', 'containsName', ({ username }) => `my ${username} here`),
    refused('refuses the e-mail as the new password', 'containsName', ({ record }) => `${record.email} x`),
    refused('refuses a common new password', 'commonPassword', () => 'password123'),
    registration('refuses a password with the user name', 'containsName', (username) => `my ${username} here`),
    withSetting(
      { passwordMinLength: 30 },
      {
        ...tooShort,
        request: async (context) => {
          await until(async () => {
            const { data } = await context.backend.callWith('', context.backend.operation('getAuthOptions'), {});
            assert.equal(Object(data).passwordMinLength, 30, 'the new length is in force');
          });
          return tooShort.request(context);
        },
      },
    ),
  ];
}

/** Tests what is told of sessions. */
function sessionCases(): Case[] {
  const client = 'conformance of sessions';
  let token = '';
  return [
    memberCase(
      'listSessions',
      'says since when, until when, from where and with what each session is open',
      async ({ username, password }, { backend }) => {
        const input = { body: { username, password }, headers: { 'user-agent': client } };
        token = (await backend.callWith('', backend.operation('login'), input)).data.token ?? '';
        return asMember({ token });
      },
      { status: 200 },
      async ({ record }, { data, headers }, context) => {
        const items = data.items as SessionData[]; // Cast: validated before.
        const current = items.find((session) => session.current);
        assert.equal(current?.client, client);
        assert.ok(current.address, 'there is an address');
        const now = Date.parse(headers.get('date') ?? '');
        for (const time of [current.createTime, current.lastSeen])
          assert.ok(Math.abs(Date.parse(time) - now) < 60_000, `${time} is now`);
        const hours = (Date.parse(current.expireTime) - Date.parse(current.createTime)) / 3_600_000;
        const { settings } = await readSettings(context);
        assert.ok(Math.abs(hours - Number(Object(settings).sessionHours)) < 0.05, `it is open for ${hours} hours`);
        const { backend } = context;
        const params = { id: record.id };
        const listed = await backend.call(backend.operation('listUserSessions'), 'admin', { params });
        const ids = (sessions: unknown) => (sessions as SessionData[]).map(({ id }) => id); // Cast: validated.
        assert.deepEqual(ids(listed.data.items), ids(items), 'an administrator sees the same sessions');
        assert.ok(
          (listed.data.items as SessionData[]).every((session) => !session.current), // Cast: as above.
          'none of them is the administrator’s',
        );
        assert.equal((await backend.staff.reload(record.id)).openSessions, items.length);
      },
    ),
    {
      operationId: 'login',
      name: 'refuses a deactivated user by name only after the right password',
      needs: { role: 'none' },
      request: async ({ backend }) => {
        const { record, username, password } = await backend.spareMember.withRoles('viewer');
        const { id, version } = record;
        const transition = { params: { id }, version, body: { event: 'deactivate' } };
        await backend.call(backend.operation('transitionUser'), 'admin', transition);
        return { body: { username, password } };
      },
      expect: {
        status: 403,
        key: 'accountInactive',
        check: async (_, context) => {
          const { backend } = context;
          const { record, username } = await backend.spareMember.member();
          const wrong = await attempt(context, username, 'not it');
          const { id, version } = await backend.staff.reload(record.id);
          const transition = { params: { id }, version, body: { event: 'activate' } };
          await backend.call(backend.operation('transitionUser'), 'admin', transition);
          assert.deepEqual([wrong.status, wrong.data.key], [422, 'invalidCredentials']);
        },
      },
    },
  ];
}

function openRegistrationCases(): Case[] {
  const options = (name: string): Case => ({
    operationId: 'getAuthOptions',
    name,
    needs: { role: 'none' },
    request: () => ({}),
    expect: {
      status: 200,
      check: (_, context) =>
        until(async () => {
          const { backend } = context;
          const { data } = await backend.callWith('', backend.operation('getAuthOptions'), {});
          const { registration, passwordMinLength } = data as unknown as Record<string, unknown>; // Cast: validated.
          const settings = Object((await readSettings(context)).settings);
          assert.deepEqual(
            [registration, passwordMinLength],
            [settings.registration, settings.passwordMinLength],
            'the options are those of the configuration',
          );
        }),
    },
  });
  return [
    options('says whether anybody may register, and how long passwords are'),
    withSetting({ registration: false, passwordMinLength: 12 }, options('says that nobody may register any more')),
  ];
}
