import assert from 'node:assert/strict';
import { type MemberWithTotp, type StaffMember, totpCode } from '../../suite/accounts/staff.ts';
import { statusWithToken } from '../../suite/accounts/token-status.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { withSetting } from '../../suite/features/settings.ts';
import { accountCase, asMember } from '../../suite/member-case.ts';
import { type ApiResponse, type RequestInput, send } from '../../suite/requests/client.ts';
import { until } from '../../suite/until.ts';

/** Sends the password, and returns the answer. */
const signIn = ({ backend }: CaseContext, { username, password }: StaffMember): Promise<ApiResponse> =>
  send(backend.address.url, backend.operation('login'), { body: { username, password } });

/** Gives a code for a new challenge, and returns the answer. */
async function giveCode(context: CaseContext, member: StaffMember, code: string): Promise<ApiResponse> {
  const { challenge } = (await signIn(context, member)).data;
  return send(context.backend.address.url, context.backend.operation('loginTotp'), { body: { challenge, code } });
}

async function profileOf({ backend }: CaseContext, token: string | undefined) {
  const { data } = await backend.callWith(token ?? '', backend.operation('getProfile'), {});
  const { secondFactor, secondFactorRequired, recoveryCodes } = data as unknown as Profile; // Cast: validated by its own cases.
  return { secondFactor, secondFactorRequired, recoveryCodes };
}

interface Profile {
  secondFactor: boolean;
  secondFactorRequired: boolean;
  recoveryCodes: number;
}

function assertRefused({ status, data }: ApiResponse, field: string): void {
  assert.deepEqual([status, data.fields?.map(({ pointer, rule }) => `${pointer} ${rule}`)], [422, [field]]);
}

/** Builds a case of a member with an authenticator app. */
const totpCase = (
  operationId: string,
  name: string,
  request: (member: MemberWithTotp, context: CaseContext) => RequestInput | Promise<RequestInput>,
  expect: Omit<Case['expect'], 'check'>,
  check?: (member: MemberWithTotp, response: ApiResponse, context: CaseContext) => Promise<void> | void,
): Case => accountCase(({ backend }) => backend.spareMember.withTotp(), operationId, name, request, expect, check);

/** Builds the body of the second step of a sign-in. */
const challenged = async (context: CaseContext, member: StaffMember, code: string): Promise<RequestInput> => ({
  body: { challenge: (await signIn(context, member)).data.challenge, code },
});

/** Tests what a second factor asks for, from its setup to its removal. */
export const secondFactorCases: Case[] = [
  ...setupCases(),
  totpCase(
    'login',
    'gives five minutes for the code, and nothing else than the challenge',
    ({ username, password }) => ({ body: { username, password } }),
    { status: 202 },
    (_, { data, headers }) => {
      assert.deepEqual(Object.keys(data).toSorted(), ['challenge', 'expireTime']);
      const { expireTime } = data as unknown as { expireTime: string }; // Cast: validated.
      const seconds = (Date.parse(expireTime) - Date.parse(headers.get('date') ?? '')) / 1000;
      assert.ok(Math.abs(seconds - 300) < 15, `the challenge is good for ${seconds} seconds`);
    },
  ),
  totpCase(
    'loginTotp',
    'takes a code of the app once',
    (member, context) => challenged(context, member, totpCode(member.secret)),
    { status: 200 },
    async (member, { data }, context) => {
      const { secondFactor, recoveryCodes } = await profileOf(context, data.token);
      assert.deepEqual([secondFactor, recoveryCodes, data.user?.username], [true, 10, member.username]);
      assert.equal(data.recoveryCodes, undefined, 'recovery codes come only after the setup');
      assertRefused(await giveCode(context, member, totpCode(member.secret)), '/code wrongCode');
    },
  ),
  totpCase(
    'loginTotp',
    'takes a code with spaces and hyphens in it',
    async (member, context) => challenged(context, member, totpCode(member.secret).replace(/(...)/, '$1 -')),
    { status: 200 },
  ),
  totpCase(
    'loginTotp',
    'takes a challenge once',
    (member, context) => challenged(context, member, member.recoveryCodes[3] ?? ''),
    { status: 200 },
    async (member, _, context) => {
      const { backend } = context;
      const { challenge } = (await signIn(context, member)).data;
      const give = (code = '') =>
        send(backend.address.url, backend.operation('loginTotp'), { body: { challenge, code } });
      assert.equal((await give(member.recoveryCodes[4])).status, 200);
      assertRefused(await give(member.recoveryCodes[5]), '/challenge spentToken');
    },
  ),
  totpCase(
    'loginTotp',
    'takes a recovery code once, with or without hyphens, and counts those that are left',
    (member, context) => challenged(context, member, (member.recoveryCodes[0] ?? '').replaceAll('-', '')),
    { status: 200 },
    async (member, { data }, context) => {
      assert.equal((await profileOf(context, data.token)).recoveryCodes, 9);
      for (const code of [0, 0].map((index) => member.recoveryCodes[index] ?? ''))
        assertRefused(await giveCode(context, member, code), '/code wrongCode');
      const next = await giveCode(context, member, member.recoveryCodes[9] ?? '');
      assert.equal(next.status, 200, 'another code is good');
      assert.equal((await profileOf(context, next.data.token)).recoveryCodes, 8);
    },
  ),
  totpCase(
    'loginTotp',
    'refuses a code of another app',
    (member, context) => challenged(context, member, totpCode('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')),
    { status: 422, key: 'validationError', fields: ['/code wrongCode'] },
  ),
  totpCase(
    'renewRecoveryCodes',
    'gives ten other codes, and voids those before',
    (member) => asMember(member, { password: member.password }),
    { status: 200 },
    async (member, { data }, context) => {
      const codes = data.recoveryCodes ?? [];
      assert.equal(new Set([...codes, ...member.recoveryCodes]).size, 20, 'each code is a new one');
      assertRefused(await giveCode(context, member, member.recoveryCodes[0] ?? ''), '/code wrongCode');
      assert.equal((await giveCode(context, member, codes[0] ?? '')).status, 200, 'a new code is good');
    },
  ),
  ...['renewRecoveryCodes', 'removeTotp'].map((operationId) =>
    totpCase(operationId, 'asks for the right password', (member) => asMember(member, { password: 'not it' }), {
      status: 422,
      key: 'validationError',
      fields: ['/password wrongPassword'],
    }),
  ),
  totpCase(
    'removeTotp',
    'lets the user in without a code from then on',
    (member) => asMember(member, { password: member.password }),
    { status: 200 },
    async (member, _, context) => {
      const { status, data } = await signIn(context, member);
      assert.deepEqual([status, data.challenge], [200, undefined]);
      const { secondFactor, recoveryCodes } = await profileOf(context, data.token);
      assert.deepEqual([secondFactor, recoveryCodes], [false, 0]);
    },
  ),
  totpCase(
    'removeUserTotp',
    'lets the user in without a code, which the account says',
    (member) => ({ params: { id: member.record.id } }),
    { status: 200 },
    async (member, _, context) => {
      assert.equal((await signIn(context, member)).status, 200);
      assert.equal((await context.backend.staff.reload(member.record.id)).secondFactor, false);
    },
  ),
  requiredCase(),
];

function setupCases(): Case[] {
  const base = { needs: { role: 'admin' } };
  let member: StaffMember | undefined;
  const memberOf = () => member ?? assert.fail('there is none');
  return [
    {
      ...base,
      operationId: 'beginTotp',
      name: 'has nothing in force before the first code',
      request: async ({ backend }) => {
        member = await backend.spareMember.withRoles('viewer');
        return asMember(member, { password: member.password });
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          assert.match(data.secret ?? '', /^[A-Z2-7]{16,}$/, 'the secret is base32');
          assert.ok(data.uri?.startsWith('otpauth://totp/'), 'the URI is that of an authenticator app');
          assert.equal(new URL(data.uri ?? '').searchParams.get('secret'), data.secret);
          const { status, data: session } = await signIn(context, memberOf());
          assert.equal(status, 200, 'a sign-in asks for no code');
          const { secondFactor, recoveryCodes } = await profileOf(context, session.token);
          assert.deepEqual([secondFactor, recoveryCodes], [false, 0]);
        },
      },
    },
    {
      ...base,
      operationId: 'beginTotp',
      name: 'asks for the right password',
      request: async ({ backend }) => asMember(await backend.spareMember.withRoles('viewer'), { password: 'not it' }),
      expect: { status: 422, key: 'validationError', fields: ['/password wrongPassword'] },
    },
    {
      ...base,
      operationId: 'confirmTotp',
      name: 'refuses a code of another app, and has nothing in force',
      request: async ({ backend }) => {
        member = await backend.spareMember.withRoles('viewer');
        await backend.callWith(member.token, backend.operation('beginTotp'), { body: { password: member.password } });
        return asMember(member, { code: totpCode('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP') });
      },
      expect: {
        status: 422,
        key: 'validationError',
        fields: ['/code wrongCode'],
        check: async (_, context) => assert.equal((await signIn(context, memberOf())).status, 200),
      },
    },
    confirmCase(),
  ];
}

/** Tests that the first code puts the second factor in force, and ends what was signed in without it. */
function confirmCase(): Case {
  let member: StaffMember | undefined;
  let otherToken = '';
  return {
    operationId: 'confirmTotp',
    name: 'ends the other sessions, and has every sign-in ask for a code',
    needs: { role: 'admin' },
    request: async ({ backend }) => {
      member = await backend.spareMember.withRoles('viewer');
      otherToken = await backend.staff.signIn(member.username);
      const { password, token } = member;
      const { data } = await backend.callWith(token, backend.operation('beginTotp'), { body: { password } });
      return asMember(member, { code: totpCode(data.secret ?? '') });
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const { backend } = context;
        assert.ok(member, 'the request prepares the account');
        assert.equal(new Set(data.recoveryCodes).size, 10);
        assert.equal(await statusWithToken(backend, 'getProfile', otherToken), 401, 'the other session has ended');
        const { secondFactor, recoveryCodes } = await profileOf(context, member.token);
        assert.deepEqual([secondFactor, recoveryCodes], [true, 10]);
        assert.equal((await backend.staff.reload(member.record.id)).secondFactor, true);
        const { status, data: answer } = await signIn(context, member);
        assert.deepEqual([status, answer.token], [202, undefined]);
      },
    },
  };
}

/** Tests that users with a role that asks for a second factor set it up when they sign in, and keep it. */
function requiredCase(): Case {
  let member: StaffMember | undefined;
  return withSetting(
    async ({ backend }) => {
      const role = await backend.staff.createRole(['country:read']);
      member = await backend.spareMember.withRoles(String(role.name));
      return { secondFactorRoles: [role.name] };
    },
    {
      operationId: 'loginTotp',
      name: 'sets up the second factor that a role asks for, and it cannot be removed',
      needs: { role: 'none' },
      request: async (context) => {
        const { data } = await until(async () => {
          const answer = await signIn(context, member ?? assert.fail('there is none'));
          assert.equal(answer.status, 202, 'the sign-in asks for a code');
          return answer;
        });
        const { enrolment } = data as unknown as { enrolment?: { secret: string; uri: string } }; // Cast: validated by its own cases.
        assert.ok(enrolment, 'the secret comes with the challenge');
        return { body: { challenge: data.challenge, code: totpCode(enrolment.secret) } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          assert.equal(new Set(data.recoveryCodes).size, 10);
          const profile = await profileOf(context, data.token);
          assert.deepEqual(profile, { secondFactor: true, secondFactorRequired: true, recoveryCodes: 10 });
          const { backend } = context;
          const input = { body: { password: member?.password } };
          const removal = await send(backend.address.url, backend.operation('removeTotp'), input, data.token);
          assert.deepEqual([removal.status, removal.data.key], [409, 'secondFactorRequired']);
        },
      },
    },
  );
}
