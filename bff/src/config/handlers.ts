import { type Database, fromJson, type Transaction, transact } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { expectVersion } from '#http/precondition.ts';
import { invalid } from '#http/problem.ts';
import { logPage } from '#logs/read-log.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { valueChanges } from '#logs/value-changes.ts';
import { type Settings, type SettingValues, withDefaults } from './settings.ts';

export interface SettingsDeps {
  db: Database;
  settings: Pick<Settings, 'changed'>;
}

type Stored = Schemas['SettingsAnswer']['data'];

export type SettingsOperation = Extract<OperationId, 'getSettings' | 'updateSettings' | 'getSettingsHistory'>;

export const settingsHandlers = ({ db, settings }: SettingsDeps): Pick<Handlers, SettingsOperation> => ({
  getSettings: async () => answer(toStored(await theRow(db))),

  updateSettings: async (request) => {
    const { body, ifMatch, caller } = request;
    const saved = await transact(db, async (trx) => {
      const before = toStored(await theRow(trx).forUpdate());
      expectVersion(ifMatch, before.version, before);
      await expectRoles(trx, body.secondFactorRoles);
      const changes = changesOf(before.settings, body);
      if (changes.length === 0) return before;
      const after = { settings: body, version: before.version + 1, updatedBy: caller.username, updateTime: new Date() };
      await store(trx, after);
      await logAct(trx, { ...doerOf(request), act: 'settingsChanged', details: { changes } });
      return { ...after, updateTime: after.updateTime.toISOString() };
    });
    settings.changed();
    return answer(saved);
  },

  getSettingsHistory: async ({ query }) => {
    const { items, ...page } = await logPage(db, { ...query, act: 'settingsChanged' });
    const changed = items.map(({ id, time, username, details }) => ({
      ...{ id, time, by: username },
      changes: details.changes ?? [],
    }));
    return { status: 200, data: { items: changed, ...page } };
  },
});

const answer = (data: Stored) => ({ status: 200 as const, data, version: data.version });

const theRow = (db: Database) => db('settings').where('id', 1).first();

const toStored = (row: Record<string, unknown>): Stored => ({
  settings: withDefaults(fromJson(row.content)),
  version: Number(row.version),
  updatedBy: String(row.updated_by),
  // a DATETIME column
  updateTime: (row.update_time as Date).toISOString(),
});

const store = (
  trx: Transaction,
  { settings, version, updatedBy, updateTime }: Omit<Stored, 'updateTime'> & { updateTime: Date },
) =>
  trx('settings')
    .where('id', 1)
    .update({ content: JSON.stringify(settings), version, updated_by: updatedBy, update_time: updateTime });

/** What differs, `review` by kind. */
const changesOf = ({ review: old, ...before }: SettingValues, { review: now, ...after }: SettingValues) => [
  ...valueChanges(before, after),
  ...valueChanges(old, now).map((change) => ({ ...change, pointer: `/review${change.pointer}` })),
];

/** Throws `validationError` with `unknownRole` at each name that no role has. */
async function expectRoles(trx: Transaction, names: string[]): Promise<void> {
  const known = new Set(await trx('role').whereIn('name', names).pluck('name'));
  const fields = names.flatMap((name, index) =>
    known.has(name) ? [] : [{ pointer: `/secondFactorRoles/${index}`, rule: 'unknownRole' as const }],
  );
  if (fields.length > 0) throw invalid(...fields);
}
