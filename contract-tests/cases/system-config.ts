import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Scene } from '../suite/scene.ts';

const admin = { as: 'admin' };

async function present({ backend }: Scene) {
  const { data } = await backend.call(backend.operation('getSettings'), 'admin', {});
  return { settings: data.settings ?? {}, version: data.version ?? 0 };
}

async function putBack({ backend }: Scene, settings: object, version: number): Promise<void> {
  await backend.call(backend.operation('updateSettings'), 'admin', { body: settings, version });
}

/** Sets a setting while a case runs, and resets it afterwards. */
function whileSet(part: object, it: Omit<Case, 'request'> & Pick<Case, 'request'>): Case {
  const { request, expect } = it;
  let before: object = {};
  return {
    ...it,
    onlyDisposable: true,
    request: async (scene) => {
      const { settings, version } = await present(scene);
      before = settings;
      await putBack(scene, { ...settings, ...part }, version);
      return request(scene);
    },
    expect: {
      ...expect,
      check: async (answer, scene) => {
        const { version } = await present(scene);
        await putBack(scene, before, version);
        await expect.check?.(answer, scene);
      },
    },
  };
}

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
    name: 'changes a setting and records it in the history',
    needs: admin,
    onlyDisposable: true,
    request: async (scene) => {
      const { settings, version } = await present(scene);
      return { body: { ...settings, invitationDays: 9 }, version };
    },
    expect: {
      status: 200,
      check: async ({ data }, scene) => {
        const history = await scene.backend.call(scene.backend.operation('getSettingsHistory'), 'admin', {});
        const [last] = history.data.items as { changes: object[] }[]; // Cast: validated before.
        assert.deepEqual(last?.changes, [{ pointer: '/invitationDays', before: 7, after: 9 }]);
        await putBack(scene, { ...data.settings, invitationDays: 7 }, data.version ?? 0);
      },
    },
  },
  {
    operationId: 'updateSettings',
    name: 'refuses a stale version',
    needs: admin,
    request: async (scene) => ({ body: (await present(scene)).settings, version: 99_999 }),
    expect: { status: 412, key: 'versionConflict' },
  },
  {
    operationId: 'updateSettings',
    name: 'requires a version',
    needs: admin,
    request: async (scene) => ({ body: (await present(scene)).settings }),
    expect: { status: 428, key: 'preconditionRequired' },
  },
  {
    operationId: 'updateSettings',
    name: 'refuses a role that does not exist',
    needs: admin,
    request: async (scene) => {
      const { settings, version } = await present(scene);
      return { body: { ...settings, secondFactorRoles: ['no-such-role'] }, version };
    },
    expect: { status: 422, key: 'validationError', fields: ['/secondFactorRoles/0 unknownRole'] },
  },
  {
    operationId: 'getSettingsHistory',
    name: 'lists the changes',
    needs: admin,
    request: () => ({ query: { limit: 5 } }),
    expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length <= 5) },
  },
  whileSet(
    { registration: false },
    {
      operationId: 'register',
      name: 'is refused when registration is off',
      needs: { as: 'none' },
      request: ({ backend }) => {
        const { roles: _, ...body } = backend.staff.newUser();
        return { body: { ...body, password: 'correct horse battery' } };
      },
      expect: { status: 403, key: 'registrationClosed' },
    },
  ),
];
