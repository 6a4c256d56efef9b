import assert from 'node:assert/strict';
import { statusWithToken } from '../../suite/accounts/token-status.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';

const base = { operationId: 'changePassword', needs: { role: 'viewer', needsOwnSession: true } };
const interimPassword = 'only for a moment';

export const passwordCases: Case[] = [
  {
    ...base,
    name: 'changes the password and ends every session',
    request: ({ backend }) => ({
      body: { oldPassword: backend.sessions.account('viewer').password, newPassword: interimPassword },
    }),
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        try {
          assert.equal(
            await statusWithToken(context.backend, 'getProfile', context.token),
            401,
            'the old token is refused',
          );
          assert.equal((await context.backend.sessions.signIn('viewer')).status, 422, 'the old password is refused');
        } finally {
          await changeBack(context, data.token);
        }
      },
    },
  },
  {
    ...base,
    name: 'refuses a wrong old password',
    request: () => ({ body: { oldPassword: 'not it', newPassword: interimPassword } }),
    expect: { status: 422, key: 'validationError', fields: ['/oldPassword wrongPassword'] },
  },
  {
    ...base,
    name: 'refuses the current password as the new one',
    request: ({ backend }) => {
      const { password } = backend.sessions.account('viewer');
      return { body: { oldPassword: password, newPassword: password } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/newPassword sameAsOld'] },
  },
];

async function changeBack({ backend }: CaseContext, token: string | undefined): Promise<void> {
  const { password } = backend.sessions.account('viewer');
  const body = { oldPassword: interimPassword, newPassword: password };
  const status = await statusWithToken(backend, 'changePassword', token, { body });
  backend.sessions.dropTokens('viewer');
  assert.equal(status, 200, `the password could not be changed back; the viewer now has '${interimPassword}'`);
}
