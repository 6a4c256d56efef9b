import { type Database, fromJson, type Transaction, transactWithinTimeLimit } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { expectVersion } from '#http/precondition.ts';
import { invalid } from '#http/problem.ts';
import { readUserLogPage } from '#user-log/handlers.ts';
import { type LogActor, logAct, logActorOf, valueChanges } from '#user-log/user-log.ts';
import { type Settings, type SettingValues, withDefaults } from './settings.ts';

interface SettingsDeps {
  db: Database;
  settings: Pick<Settings, 'changed'>;
}

type SettingsOperation = Extract<OperationId, 'getSettings' | 'updateSettings' | 'getSettingsHistory'>;

export const settingsHandlers = ({ db, settings }: SettingsDeps): Pick<Handlers, SettingsOperation> => ({
  getSettings: async () => toSettingsResponse(await readSettings(db)),

  updateSettings: async (request) => {
    const { body, ifMatch } = request;
    const saved = await transactWithinTimeLimit(request.caller, db, async (trx) => {
      const before = expectVersion(ifMatch, await lockSettings(trx));
      await assertRolesExist(trx, body.secondFactorRoles);
      assertZoneExists(body.timeZone);
      return changeSettings(trx, before, body, logActorOf(request));
    });
    settings.changed();
    return toSettingsResponse(saved);
  },

  getSettingsHistory: async ({ query }) => {
    const { items, ...page } = await readUserLogPage(db, { ...query, act: 'settingsChanged' });
    const changeItems = items.map(({ id, time, username, details }) => ({
      id,
      time,
      by: username,
      changes: details.changes ?? [],
    }));
    return { status: 200, data: { items: changeItems, ...page } };
  },
});

const toSettingsResponse = (data: StoredSettings) => ({ status: 200 as const, data, version: data.version });

/** @throws Problem `validationError` with `unknownRole` at each unknown name */
async function assertRolesExist(trx: Transaction, names: string[]): Promise<void> {
  const existingNames = new Set(await trx('role').whereIn('name', names).pluck('name'));
  const fields = names.flatMap((name, index) =>
    existingNames.has(name) ? [] : [{ pointer: `/secondFactorRoles/${index}`, rule: 'unknownRole' as const }],
  );
  if (fields.length > 0) throw invalid(...fields);
}

/** @throws Problem `validationError` with `unknownTimeZone` */
function assertZoneExists(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw invalid({ pointer: '/timeZone', rule: 'unknownTimeZone' });
  }
}

type StoredSettings = Schemas['SettingsAnswer']['data'];

const settingsRow = (db: Database) => db('settings').where('id', 1).first();

const toStoredSettings = (row: Record<string, unknown>): StoredSettings => ({
  settings: withDefaults(fromJson(row.content)),
  version: Number(row.version),
  updatedBy: String(row.updated_by),
  // the cast: the driver returns a Date for a DATETIME column
  updateTime: (row.update_time as Date).toISOString(),
});

export const readSettings = async (db: Database): Promise<StoredSettings> => toStoredSettings(await settingsRow(db));

/** Locks and reads the settings. */
const lockSettings = async (trx: Transaction): Promise<StoredSettings> =>
  toStoredSettings(await settingsRow(trx).forUpdate());

/** Writes the locked settings and logs the changes; without changes nothing is written. */
async function changeSettings(
  trx: Transaction,
  before: StoredSettings,
  settings: SettingValues,
  actor: LogActor,
): Promise<StoredSettings> {
  const changes = findSettingChanges(before.settings, settings);
  if (changes.length === 0) return before;
  const [version, now] = [before.version + 1, new Date()];
  const columns = { content: JSON.stringify(settings), version, updated_by: actor.username, update_time: now };
  await trx('settings').where('id', 1).update(columns);
  await logAct(trx, { ...actor, act: 'settingsChanged', details: { changes } });
  return { settings, version, updatedBy: actor.username, updateTime: now.toISOString() };
}

/** Lists the changed settings; `review` is compared by entity. */
const findSettingChanges = (
  { review: oldReviews, ...before }: SettingValues,
  { review: newReviews, ...after }: SettingValues,
) => [
  ...valueChanges(before, after),
  ...valueChanges(oldReviews, newReviews).map((change) => ({ ...change, pointer: `/review${change.pointer}` })),
];

/** Updates the settings, which contain names of roles, after a role has been renamed or deleted. */
export async function replaceRoleInSettings(
  trx: Transaction,
  oldName: string,
  newName: string | undefined,
  actor: LogActor,
): Promise<void> {
  const stored = await lockSettings(trx);
  const names = stored.settings.secondFactorRoles.flatMap((name) => (name === oldName ? (newName ?? []) : name));
  await changeSettings(trx, stored, { ...stored.settings, secondFactorRoles: names }, actor);
}
