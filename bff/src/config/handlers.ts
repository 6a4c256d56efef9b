import { type Database, type Transaction, transact } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { expectVersion } from '#http/precondition.ts';
import { invalid } from '#http/problem.ts';
import { doerOf } from '#logs/user-log.ts';
import { userLogPage } from '#logs/user-log-entries.ts';
import type { Settings } from './settings.ts';
import { changeStored, lockStored, readStored, type Stored } from './stored.ts';

export interface SettingsDeps {
  db: Database;
  settings: Pick<Settings, 'changed'>;
}

export type SettingsOperation = Extract<OperationId, 'getSettings' | 'updateSettings' | 'getSettingsHistory'>;

export const settingsHandlers = ({ db, settings }: SettingsDeps): Pick<Handlers, SettingsOperation> => ({
  getSettings: async () => answer(await readStored(db)),

  updateSettings: async (request) => {
    const { body, ifMatch } = request;
    const saved = await transact(db, async (trx) => {
      const before = await lockStored(trx);
      expectVersion(ifMatch, before.version, before);
      await expectRoles(trx, body.secondFactorRoles);
      return changeStored(trx, before, body, doerOf(request));
    });
    settings.changed();
    return answer(saved);
  },

  getSettingsHistory: async ({ query }) => {
    const { items, ...page } = await userLogPage(db, { ...query, act: 'settingsChanged' });
    const changed = items.map(({ id, time, username, details }) => ({
      ...{ id, time, by: username },
      changes: details.changes ?? [],
    }));
    return { status: 200, data: { items: changed, ...page } };
  },
});

const answer = (data: Stored) => ({ status: 200 as const, data, version: data.version });

/** Throws `validationError` with `unknownRole` at each name that no role has. */
async function expectRoles(trx: Transaction, names: string[]): Promise<void> {
  const known = new Set(await trx('role').whereIn('name', names).pluck('name'));
  const fields = names.flatMap((name, index) =>
    known.has(name) ? [] : [{ pointer: `/secondFactorRoles/${index}`, rule: 'unknownRole' as const }],
  );
  if (fields.length > 0) throw invalid(...fields);
}
