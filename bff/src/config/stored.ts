import { type Database, fromJson, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { type Doer, logAct } from '#logs/user-log.ts';
import { valueChanges } from '#logs/value-changes.ts';
import { type SettingValues, withDefaults } from './settings.ts';

export type Stored = Schemas['SettingsAnswer']['data'];

const theRow = (db: Database) => db('settings').where('id', 1).first();

const toStored = (row: Record<string, unknown>): Stored => ({
  settings: withDefaults(fromJson(row.content)),
  version: Number(row.version),
  updatedBy: String(row.updated_by),
  // a DATETIME column
  updateTime: (row.update_time as Date).toISOString(),
});

export const readStored = async (db: Database): Promise<Stored> => toStored(await theRow(db));

/** What is configured, nobody else changing it. */
export const lockStored = async (trx: Transaction): Promise<Stored> => toStored(await theRow(trx).forUpdate());

/** Writes the configuration, locked before, and its change into the log; a change of nothing writes nothing. */
export async function changeStored(
  trx: Transaction,
  before: Stored,
  settings: SettingValues,
  doer: Doer,
): Promise<Stored> {
  const changes = changesOf(before.settings, settings);
  if (changes.length === 0) return before;
  const [version, now] = [before.version + 1, new Date()];
  const columns = { content: JSON.stringify(settings), version, updated_by: doer.username, update_time: now };
  await trx('settings').where('id', 1).update(columns);
  await logAct(trx, { ...doer, act: 'settingsChanged', details: { changes } });
  return { settings, version, updatedBy: doer.username, updateTime: now.toISOString() };
}

/** What differs, `review` by kind. */
const changesOf = ({ review: old, ...before }: SettingValues, { review: now, ...after }: SettingValues) => [
  ...valueChanges(before, after),
  ...valueChanges(old, now).map((change) => ({ ...change, pointer: `/review${change.pointer}` })),
];
