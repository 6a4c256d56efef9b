import { expectAdministrator, expectWithinReach, holdingsOfUsers, lockAccess } from '#access/reach.ts';
import type { Database, Transaction } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { expectNamedVersion, type IfMatch } from '#http/precondition.ts';
import { Problem } from '#http/problem.ts';
import { unlessTaken } from '#session/unless-taken.ts';
import { type Account, readAccounts } from './account.ts';

/** The user; throws `notFound`. */
export async function findUser(db: Database, id: number, caller: Caller): Promise<Account> {
  const [account] = await readAccounts(db, db('user').where('user.id', id), caller);
  if (!account) throw new Problem('notFound');
  return account;
}

interface OfUser {
  path: { id: number };
  caller: Caller;
}

/** The user, whom nobody else changes meanwhile; throws `notFound`, or `beyondReach` where they hold more than the caller. */
export async function lockUser(trx: Transaction, { path: { id }, caller }: OfUser): Promise<Account> {
  await lockAccess(trx);
  // their owner may change them too, without that lock
  await trx('user').where('id', id).forUpdate().select('id');
  const account = await findUser(trx, id, caller);
  if (!account.withinReach) {
    const holding = (await holdingsOfUsers(trx, [id])).get(id);
    if (holding) expectWithinReach(caller, holding);
  }
  return account;
}

/** The same, in the version that the caller names where they name one; throws also `versionConflict`. */
export async function lockVersion(
  trx: Transaction,
  { ifMatch, ...request }: OfUser & { ifMatch: IfMatch },
): Promise<Account> {
  const account = await lockUser(trx, request);
  expectNamedVersion(ifMatch, account.version, account);
  return account;
}

/** Writes columns of a user as the next version. */
export async function writeUser(trx: Transaction, { id, version }: Account, columns: object, by: Caller) {
  const stamps = { version: version + 1, update_time: new Date(), updated_by: by.username };
  await unlessTaken(
    trx('user')
      .where('id', id)
      .update({ ...columns, ...stamps }),
  );
}

/** Throws `lastAdministrator` where this user, just changed, was the last who could sign in as one. */
export async function expectAnotherAdministrator(trx: Transaction, before: Account): Promise<void> {
  if (before.administrator && before.status === 'active') await expectAdministrator(trx);
}

/** What a user is called in the log. */
export const targetOf = ({ id, username }: Pick<Account, 'id' | 'username'>) => ({
  kind: 'user' as const,
  id,
  name: username,
});
