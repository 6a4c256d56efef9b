import type { Transaction } from '#database';
import type { Doer } from '#logs/user-log.ts';
import { changeStored, lockStored } from './stored.ts';

/** Roles are configured by name: one that is renamed stays what it is there, one that is deleted goes from there. */
export async function followRole(trx: Transaction, from: string, to: string | undefined, doer: Doer): Promise<void> {
  const stored = await lockStored(trx);
  const names = stored.settings.secondFactorRoles.flatMap((name) => (name === from ? (to ?? []) : name));
  await changeStored(trx, stored, { ...stored.settings, secondFactorRoles: names }, doer);
}
