import { jsonAnswer } from '../../kit/answer.ts';
import { inBody, inData, status } from '../../kit/edits.ts';
import { claimsSuccess } from '../../kit/follow-ups.ts';
import { ops } from '../../kit/operations.ts';
import { type Data, type Declaration, violationsOf } from '../../kit/violation.ts';

const NEW_PASSWORD = '#/components/schemas/NewPassword';
const passwords = ops('changePassword', 'resetPassword', 'register');
const secondFactor = '#/paths/~1api~1v1~1profile~1totp';
const done = async () => jsonAnswer(200, {});

/** A refused request of an account’s owner is answered as done, where this rule alone is broken. */
function takes(id: string, rule: string, on: Declaration['on'], at: string, breaks: string): Declaration {
  return {
    id,
    at,
    breaks,
    on,
    after: {
      when: ({ status: code, data }) =>
        code === 422 && data?.fields?.length > 0 && data.fields.every((field: Data) => field.rule === rule),
      run: async (_answer, { operation }) => {
        const answers: Record<string, Data> = {
          changePassword: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' },
          beginTotp: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Gazetteer' },
          confirmTotp: { recoveryCodes: ['7kq4-m2xd-9fwa'] },
          renewRecoveryCodes: { recoveryCodes: ['7kq4-m2xd-9fwa'] },
          getInvitation: { username: 'lin.wei', email: 'lin.wei@gazetteer.example', displayName: 'Lin Wei' },
        };
        if (operation.id === 'register') return jsonAnswer(202, { status: 'pending' }, 'Accepted');
        return jsonAnswer(200, answers[operation.id] ?? {});
      },
    },
  };
}

export const accountViolations = violationsOf('password, registration, second factor', [
  takes(
    'wrong-old-password-taken',
    'wrongPassword',
    ops('changePassword'),
    '#/components/schemas/PasswordChange',
    'wrongPassword: Incorrect password',
  ),
  takes(
    'wrong-password-begins-second-factor',
    'wrongPassword',
    ops('beginTotp', 'removeTotp', 'renewRecoveryCodes'),
    secondFactor,
    'PasswordBody: the password of the account',
  ),
  takes(
    'email-changed-without-password',
    'wrongPassword',
    ops('updateProfile'),
    '#/paths/~1api~1v1~1profile/put',
    'Another e-mail address asks for the password.',
  ),
  takes(
    'same-password-taken',
    'sameAsOld',
    ops('changePassword'),
    '#/components/schemas/Rule/x-text/sameAsOld',
    'The same as the current password',
  ),
  takes('short-password-taken', 'minLength', passwords, NEW_PASSWORD, 'As long as the configuration asks.'),
  takes('common-password-taken', 'commonPassword', passwords, NEW_PASSWORD, 'not common'),
  takes('password-with-name-taken', 'containsName', passwords, NEW_PASSWORD, 'without the user name or e-mail'),
  takes(
    'spent-reset-link-taken',
    'spentToken',
    ops('resetPassword'),
    '#/paths/~1possword/put',
    'The link works once, within its lifetime.',
  ),
  takes(
    'false-invitation-taken',
    'spentToken',
    ops('getInvitation', 'register'),
    '#/paths/~1api~1v1~1auth~1invitation/post',
    'Whom an invitation is for (spentToken else).',
  ),
  takes(
    'invitation-of-other-taken',
    'otherAddressee',
    ops('register'),
    '#/components/schemas/Registration/properties/invite',
    'user name and e-mail must be those invited',
  ),
  takes('taken-user-name-taken', 'taken', ops('register'), '#/components/schemas/Rule/x-text/taken', 'Already taken'),
  takes('wrong-code-taken', 'wrongCode', ops('confirmTotp'), secondFactor, 'Give the first code (of the secret).'),
  {
    id: 'password-change-does-nothing',
    at: '#/paths/~1api~1v1~1profile~1password/put',
    breaks: 'Change one’s own password.',
    on: ops('changePassword'),
    after: {
      when: ({ succeeded }) => succeeded,
      run: async (answer, call, { ask }) => {
        // Undoes the change by a path that keeps everything else of it: the new session, and the ended ones.
        const { oldPassword, newPassword } = call.json;
        const back = call.as(answer.data.token);
        back.json = { oldPassword: newPassword, newPassword: oldPassword };
        const undone = await ask(back);
        return undone.succeeded ? undone : undefined;
      },
    },
  },
  {
    id: 'reset-does-nothing',
    at: '#/paths/~1possword/put',
    breaks: 'Set a new password by the link of a mail.',
    on: ops('resetPassword'),
    instead: async ({ json }) => (json?.newPassword?.length >= 10 && json.token?.length > 20 ? done() : undefined),
  },
  {
    id: 'forgotten-password-tells-who-is-known',
    at: '#/paths/~1password/post/responses/202',
    breaks: 'Alike whether the address is known or not.',
    on: ops('forgotPassword'),
    response: (answer, { json }) => {
      if (answer.status === 202 && !/^(admin|editor|reviewer|viewer)@/.test(json?.email ?? '')) answer.setStatus(404);
    },
  },
  {
    id: 'forgotten-password-sends-nothing',
    at: '#/paths/~1password/post',
    breaks: 'Ask for a link that resets a password.',
    on: ops('forgotPassword'),
    request: inBody((body) => {
      if (/^[^@\s]+@[^@\s]+\.\w+$/.test(body.email ?? '')) body.email = 'nobody.at.all@gazetteer.example';
    }),
  },
  {
    id: 'registration-lets-in-at-once',
    at: '#/paths/~1api~1v1~1auth~1register/post/responses/202',
    breaks: 'The account waits for an administrator.',
    on: ops('register'),
    response: (answer) => {
      if (answer.status !== 202) return;
      answer.setStatus(201);
      answer.json.data.status = 'active';
    },
  },
  {
    id: 'registration-tells-known-address',
    at: '#/paths/~1api~1v1~1auth~1register/post/responses/202',
    breaks: 'Answered alike where the e-mail address has an account.',
    on: ops('register'),
    response: (answer, { json }, memory) => {
      const isKnown = memory.has(json?.email) || /^(admin|editor|reviewer|viewer)@/.test(json?.email ?? '');
      if (answer.status === 202 && isKnown) {
        answer.setStatus(422);
        answer.json.data = {
          key: 'validationError',
          traceId: '0',
          fields: [{ pointer: '/email', rule: 'taken', message: '已被使用' }],
        };
      } else if (answer.succeeded) memory.set(json?.email, true);
    },
  },
  {
    id: 'closed-registration-open',
    at: '#/components/responses/RegistrationClosed',
    breaks: 'Accounts are made by invitation only.',
    on: ops('register'),
    response: (answer) => {
      if (answer.key !== 'registrationClosed') return;
      Object.assign(answer, { status: 202 });
      answer.json = { code: 202, message: 'Accepted', data: { status: 'pending' } };
    },
  },
  {
    id: 'not-let-in-answers-422',
    at: '#/paths/~1api~1v1~1auth~1login/post/responses/403',
    breaks: 'The password is right, but the account is not let in yet or is deactivated.',
    on: ops('login'),
    response: status(403, 422),
  },
  {
    id: 'refused-sign-in-says-pending',
    at: '#/components/responses/NotLetIn',
    breaks:
      'The account is not let in yet (accountPending), was refused (accountRejected) or is deactivated (accountInactive).',
    on: ops('login'),
    response: (answer) => {
      if (/^account(Inactive|Rejected)$/.test(answer.key ?? '')) answer.json.data.key = 'accountPending';
    },
  },
  {
    id: 'sign-in-by-email-refused',
    at: '#/paths/~1api~1v1~1auth~1login/post',
    breaks: 'Sign in by user name or e-mail.',
    on: ops('login'),
    request: inBody((body) => body.username?.includes?.('@') && Object.assign(body, { password: 'wrong password' })),
  },
  {
    id: 'too-many-failures-answer-422',
    at: '#/components/responses/TooManyRequests',
    breaks: 'Too many failed attempts (429).',
    on: ops('login', 'loginTotp', 'changePassword', 'updateProfile', 'beginTotp'),
    response: status(429, 422),
  },
  {
    id: 'second-factor-not-asked',
    at: '#/paths/~1api~1v1~1auth~1login/post/responses/202',
    breaks: 'The password is right and a second factor is wanted.',
    on: ops('login'),
    after: {
      when: ({ status: code }) => code === 202,
      run: async (_answer, { json }, { adminToken }) => {
        const user = {
          id: 1,
          username: json.username,
          displayName: json.username,
          email: 'user@gazetteer.example',
          status: 'active',
          secondFactor: true,
          secondFactorRequired: false,
          recoveryCodes: 10,
          preview: false,
          roles: [],
        };
        const data = { token: await adminToken(), user, appearance: { theme: null, language: null } };
        return jsonAnswer(200, data, 'OK', { 'x-access-version': 'a1' });
      },
    },
  },
  {
    id: 'removal-of-second-factor-answers-409',
    at: '#/paths/~1api~1v1~1profile~1totp~1removal/post',
    breaks: 'Go without a second factor.',
    on: ops('removeTotp'),
    after: {
      when: ({ status: code }) => code === 200,
      run: async () => jsonAnswer(409, { key: 'secondFactorRequired', traceId: '0' }, '你的角色要求两步验证'),
    },
  },
  {
    id: 'required-second-factor-removed',
    at: '#/paths/~1api~1v1~1profile~1totp~1removal/post',
    breaks: 'Refused (409) where a role of the user asks for one.',
    on: ops('removeTotp'),
    after: claimsSuccess(({ key }) => key === 'secondFactorRequired'),
  },
  {
    id: 'recovery-code-good-again',
    at: '#/paths/~1api~1v1~1auth~1login~1totp/post',
    breaks: 'A code of the authenticator app, or a recovery code; each counts once.',
    on: ops('loginTotp'),
    response: (answer, { json }, memory) => {
      if (answer.succeeded) memory.set(json.code, answer.copy());
      const earlier = memory.get(json?.code);
      if (answer.status !== 422 || !earlier) return;
      Object.assign(answer, { status: 200, headers: earlier.headers });
      answer.json = earlier.json;
    },
  },
  {
    id: 'recovery-codes-not-counted',
    at: '#/components/schemas/User/properties/recoveryCodes',
    breaks: 'How many are left.',
    on: ops('getProfile', 'loginTotp'),
    response: inData((data) => {
      const user = data.user ?? data;
      if (user.secondFactor) user.recoveryCodes = 10;
    }),
  },
  {
    id: 'profile-says-no-second-factor',
    at: '#/components/schemas/User/properties/secondFactor',
    breaks: 'secondFactor: whether the user has one',
    on: ops('getProfile', 'login', 'loginTotp'),
    response: inData((data) => Object.assign(data.user ?? data, { secondFactor: false })),
  },
  {
    id: 'old-recovery-codes-answered',
    at: '#/paths/~1api~1v1~1profile~1totp~1recovery-codes/post',
    breaks: 'Make new recovery codes; the old ones are void.',
    on: ops('confirmTotp', 'renewRecoveryCodes'),
    response: inData((data, { token }, memory) => {
      if (memory.has(token)) data.recoveryCodes = memory.get(token);
      else memory.set(token, data.recoveryCodes);
    }),
  },
  {
    id: 'access-conflict-answers-422',
    at: '#/components/responses/AccessConflict',
    breaks: 'not possible in the present status (invalidTransition), or there is none (noSecondFactor)',
    on: ops('beginTotp', 'confirmTotp', 'removeTotp', 'renewRecoveryCodes', 'removeUserTotp'),
    response: status(409, 422),
  },
  {
    id: 'auth-options-hide-demo-accounts',
    at: '#/paths/~1api~1v1~1auth~1options/get/responses/200',
    breaks: 'The demo accounts of a demo installation; empty elsewhere.',
    on: ops('getAuthOptions'),
    response: inData((data) => Object.assign(data, { demoAccounts: [] })),
  },
  {
    id: 'auth-options-say-registration-open',
    at: '#/components/schemas/AuthOptionsAnswer (registration)',
    breaks: 'Whether anybody may ask for an account.',
    on: ops('getAuthOptions'),
    response: inData((data) => Object.assign(data, { registration: !data.registration })),
  },
  {
    id: 'auth-options-forget-password-length',
    at: '#/components/schemas/AuthOptionsAnswer (passwordMinLength)',
    breaks: 'passwordMinLength: as the configuration has it',
    on: ops('getAuthOptions'),
    response: inData((data) => Object.assign(data, { passwordMinLength: 8 })),
  },
  {
    id: 'profile-change-is-lost',
    at: '#/paths/~1api~1v1~1profile/put',
    breaks: 'Change one’s own name and e-mail.',
    on: ops('getProfile'),
    response: inData((user, { token }, memory) => {
      if (!memory.has(token)) memory.set(token, user.displayName);
      user.displayName = memory.get(token);
    }),
  },
]);
