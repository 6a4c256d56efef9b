import type { Case } from '../case.ts';
import type { CaseContext } from '../case-context.ts';

export async function readSettings({ backend }: CaseContext) {
  const { data } = await backend.call(backend.operation('getSettings'), 'admin', {});
  return { settings: data.settings ?? {}, version: data.version ?? 0 };
}

export async function writeSettings({ backend }: CaseContext, settings: object, version: number): Promise<void> {
  await backend.call(backend.operation('updateSettings'), 'admin', { body: settings, version });
}

/** Changes settings while a case and its check run, and restores them afterwards. */
export function withSetting(changes: object | ((context: CaseContext) => Promise<object>), testCase: Case): Case {
  const { request, expect } = testCase;
  let originalSettings: object = {};
  const changesFor = async (context: CaseContext) => (typeof changes === 'function' ? changes(context) : changes);
  return {
    ...testCase,
    needsDisposableBackend: true,
    request: async (context) => {
      const { settings, version } = await readSettings(context);
      originalSettings = settings;
      await writeSettings(context, { ...settings, ...(await changesFor(context)) }, version);
      return request(context);
    },
    expect: {
      ...expect,
      check: async (response, context) => {
        try {
          await expect.check?.(response, context);
        } finally {
          const { version } = await readSettings(context);
          await writeSettings(context, originalSettings, version);
        }
      },
    },
  };
}
