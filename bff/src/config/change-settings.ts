import { type Database, fromJson, type Transaction, transactFor } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { expectVersion } from '#http/precondition.ts';
import { invalid } from '#http/problem.ts';
import { type LogActor, logAct, logActorOf, valueChanges } from '#user-log/user-log.ts';
import { userLogPage } from '#user-log/user-log-entries.ts';
import { type Settings, type SettingValues, withDefaults } from './settings.ts';

interface SettingsDeps {
  db: Database;
  settings: Pick<Settings, 'changed'>;
}

type SettingsOperation = Extract<OperationId, 'getSettings' | 'updateSettings' | 'getSettingsHistory'>;

export const settingsHandlers = ({ db, settings }: SettingsDeps): Pick<Handlers, SettingsOperation> => ({
  getSettings: async () => answer(await readSettings(db)),

  updateSettings: async (request) => {
    const { body, ifMatch } = request;
    const saved = await transactFor(request.caller, db, async (trx) => {
      const before = expectVersion(ifMatch, await lockSettings(trx));
      await assertRolesExist(trx, body.secondFactorRoles);
      return changeSettings(trx, before, body, logActorOf(request));
    });
    settings.changed();
    return answer(saved);
  },

  getSettingsHistory: async ({ query }) => {
    const { items, ...page } = await userLogPage(db, { ...query, act: 'settingsChanged' });
    const changed = items.map(({ id, time, username, details }) => ({
      id,
      time,
      by: username,
      changes: details.changes ?? [],
    }));
    return { status: 200, data: { items: changed, ...page } };
  },
});

const answer = (data: StoredSettings) => ({ status: 200 as const, data, version: data.version });

/** Throws `validationError` with `unknownRole` at each name that no role has. */
async function assertRolesExist(trx: Transaction, names: string[]): Promise<void> {
  const existingNames = new Set(await trx('role').whereIn('name', names).pluck('name'));
  const fields = names.flatMap((name, index) =>
    existingNames.has(name) ? [] : [{ pointer: `/secondFactorRoles/${index}`, rule: 'unknownRole' as const }],
  );
  if (fields.length > 0) throw invalid(...fields);
}

type StoredSettings = Schemas['SettingsAnswer']['data'];

const settingsRow = (db: Database) => db('settings').where('id', 1).first();

const toStoredSettings = (row: Record<string, unknown>): StoredSettings => ({
  settings: withDefaults(fromJson(row.content)),
  version: Number(row.version),
  updatedBy: String(row.updated_by),
  // a DATETIME column
  updateTime: (row.update_time as Date).toISOString(),
});

export const readSettings = async (db: Database): Promise<StoredSettings> => toStoredSettings(await settingsRow(db));

/** What is configured, nobody else changing it. */
const lockSettings = async (trx: Transaction): Promise<StoredSettings> =>
  toStoredSettings(await settingsRow(trx).forUpdate());

/** Writes the configuration, locked before, and its change into the log; a change of nothing writes nothing. */
async function changeSettings(
  trx: Transaction,
  before: StoredSettings,
  settings: SettingValues,
  doer: LogActor,
): Promise<StoredSettings> {
  const changes = findSettingChanges(before.settings, settings);
  if (changes.length === 0) return before;
  const [version, now] = [before.version + 1, new Date()];
  const columns = { content: JSON.stringify(settings), version, updated_by: doer.username, update_time: now };
  await trx('settings').where('id', 1).update(columns);
  await logAct(trx, { ...doer, act: 'settingsChanged', details: { changes } });
  return { settings, version, updatedBy: doer.username, updateTime: now.toISOString() };
}

/** What differs, `review` by kind. */
const findSettingChanges = ({ review: old, ...before }: SettingValues, { review: now, ...after }: SettingValues) => [
  ...valueChanges(before, after),
  ...valueChanges(old, now).map((change) => ({ ...change, pointer: `/review${change.pointer}` })),
];

/** Roles are configured by name: one that is renamed stays what it is there, one that is deleted goes from there. */
export async function replaceRoleInSettings(
  trx: Transaction,
  from: string,
  to: string | undefined,
  doer: LogActor,
): Promise<void> {
  const stored = await lockSettings(trx);
  const names = stored.settings.secondFactorRoles.flatMap((name) => (name === from ? (to ?? []) : name));
  await changeSettings(trx, stored, { ...stored.settings, secondFactorRoles: names }, doer);
}
