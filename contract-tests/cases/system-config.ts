import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import { readSettings, withSetting, writeSettings } from '../suite/features/settings.ts';

const admin = { role: 'admin' };

export const systemConfigCases: Case[] = [
  {
    operationId: 'getSettings',
    name: 'returns the settings',
    needs: admin,
    request: () => ({}),
    expect: { status: 200, check: ({ data }) => assert.equal(typeof data.settings?.sessionHours, 'number') },
  },
  {
    operationId: 'updateSettings',
    name: 'changes a setting and records the change in the history',
    needs: admin,
    needsDisposableBackend: true,
    request: async (context) => {
      const { settings, version } = await readSettings(context);
      return { body: { ...settings, invitationDays: 9 }, version };
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const history = await context.backend.call(context.backend.operation('getSettingsHistory'), 'admin', {});
        const [last] = history.data.items as { changes: object[] }[]; // Cast: validated before.
        assert.deepEqual(last?.changes, [{ pointer: '/invitationDays', before: 7, after: 9 }]);
        await writeSettings(context, { ...data.settings, invitationDays: 7 }, data.version ?? 0);
      },
    },
  },
  {
    operationId: 'updateSettings',
    name: 'refuses a stale version',
    needs: admin,
    request: async (context) => ({ body: (await readSettings(context)).settings, version: 99_999 }),
    expect: { status: 412, key: 'versionConflict' },
  },
  {
    operationId: 'updateSettings',
    name: 'requires a version',
    needs: admin,
    request: async (context) => ({ body: (await readSettings(context)).settings }),
    expect: { status: 428, key: 'preconditionRequired' },
  },
  {
    operationId: 'updateSettings',
    name: 'refuses a role that does not exist',
    needs: admin,
    request: async (context) => {
      const { settings, version } = await readSettings(context);
      return { body: { ...settings, secondFactorRoles: ['no-such-role'] }, version };
    },
    expect: { status: 422, key: 'validationError', fields: ['/secondFactorRoles/0 unknownRole'] },
  },
  {
    operationId: 'getSettingsHistory',
    name: 'lists the changes',
    needs: admin,
    request: () => ({ query: { limit: 5 } }),
    expect: {
      status: 200,
      check: ({ data }) => assert.ok((data.items ?? []).length <= 5, 'there are at most five versions'),
    },
  },
  withSetting(
    { registration: false },
    {
      operationId: 'register',
      name: 'is refused when registration is off',
      needs: { role: 'none' },
      request: ({ backend }) => {
        const { roles: _, ...body } = backend.staff.newUserBody();
        return { body: { ...body, password: 'correct horse battery' } };
      },
      expect: { status: 403, key: 'registrationClosed' },
    },
  ),
];
