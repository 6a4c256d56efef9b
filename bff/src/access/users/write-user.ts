import { isDeepStrictEqual } from 'node:util';
import {
  type Account,
  expectRemainingAdministrator,
  findUser,
  insertUser,
  lockManageableUser,
  setRoles,
  userLogTarget,
  writeNextVersion,
} from '#access/accounts.ts';
import { lockAccessChanges, missingRight, readRightsByRole } from '#access/rights.ts';
import { type Database, transactWithinTimeLimit } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { expectVersionIfGiven } from '#http/precondition.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { enqueueEmail } from '#mail/outbox.ts';
import { voidTokens } from '#session/one-time-tokens.ts';
import { logAct, logActorOf, valueChanges } from '#user-log/user-log.ts';

type Fields = Omit<Schemas['UserBody'], 'username'>;

export const createUser = (db: Database, request: Request<'createUser'>): Promise<Account> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { body, caller } = request;
    await lockAccessChanges(trx);
    const roleIds = await resolveGrantableRoles(trx, caller, body.roles);
    const id = await insertUser(trx, { ...body, status: 'invited' }, caller.username);
    await setRoles(trx, id, roleIds);
    await sendInvitation(trx, { id, email: body.email }, request);
    const account = await findUser(trx, id, caller);
    const details = { changes: valueChanges({}, fieldsOf(account)) };
    await logAct(trx, { act: 'userCreated', ...logActorOf(request), target: userLogTarget(account), details });
    return account;
  });

/** Updates a user; a request without changes writes nothing. */
export const updateUser = (db: Database, request: Request<'updateUser'>): Promise<Account> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { body, caller } = request;
    const account = expectVersionIfGiven(request.ifMatch, await lockManageableUser(trx, request));
    if (body.username !== account.username) throw invalid({ pointer: '/username', rule: 'fixed' });
    const [before, after] = [fieldsOf(account), sortRoles(body)];
    const roleIds = await resolveGrantableRoles(trx, caller, body.roles, before.roles);
    if (isDeepStrictEqual(before, after)) return account;
    // users change their own address in the profile, which requires the password, as the address allows resetting it
    if (account.id === caller.id && body.email !== account.email) throw new Problem('ownAccount');
    await writeNextVersion(trx, account, caller, { display_name: body.displayName, email: body.email });
    await setRoles(trx, account.id, roleIds);
    await expectRemainingAdministrator(trx, account);
    if (body.email !== account.email) await moveToNewAddress(trx, account, request);
    const details = { changes: valueChanges(before, after) };
    await logAct(trx, { act: 'userChanged', ...logActorOf(request), target: userLogTarget(account), details });
    return findUser(trx, account.id, caller);
  });

/** Voids the links that were sent to the old address, and repeats a pending invitation. */
async function moveToNewAddress(db: Database, { id, status }: Account, request: Request<'updateUser'>) {
  await voidTokens(db, 'reset', id);
  if (status === 'invited') await sendInvitation(db, { id, email: request.body.email }, request);
}

const fieldsOf = ({ displayName, email, roles }: Account): Fields =>
  sortRoles({ displayName, email, roles: roles.map(({ name }) => name) });

/** Sorts the roles, as their order has no meaning. */
const sortRoles = ({ displayName, email, roles }: Fields): Fields => ({ displayName, email, roles: roles.toSorted() });

/**
 * Returns the ids of roles by name. @throws Problem `validationError` with the rule `unknownRole` at each unknown name, or else `beyondReach`
 * at each new role with rights that the caller lacks
 */
export async function resolveGrantableRoles(
  db: Database,
  caller: Caller,
  names: string[],
  currentRoles: string[] = [],
): Promise<number[]> {
  const rows: { id: number; name: string }[] = await db('role').whereIn('name', names).select('id', 'name');
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const unknown = pointersOf(names, (name) => !ids.has(name));
  if (unknown.length > 0) throw invalid(...unknown.map((pointer): FieldProblem => ({ pointer, rule: 'unknownRole' })));
  await assertMayGrant(db, caller, names, new Map([...ids].filter(([name]) => !currentRoles.includes(name))));
  return [...ids.values()];
}

async function assertMayGrant(
  db: Database,
  caller: Caller,
  names: string[],
  added: Map<string, number>,
): Promise<void> {
  const rightsByRole = await readRightsByRole(db, [...added.values()]);
  const missingByRole = new Map(
    [...added].flatMap(([name, id]) => {
      const rights = rightsByRole.get(id);
      const missing = rights && missingRight(caller, rights);
      return missing ? [[name, missing] as const] : [];
    }),
  );
  const [first] = missingByRole.values();
  if (!first) return;
  const fields = pointersOf(names, (name) => missingByRole.has(name)).map(
    (pointer): FieldProblem => ({ pointer, rule: 'notHeld' }),
  );
  throw new Problem('beyondReach', { ...first, fields });
}

const pointersOf = (names: string[], matches: (name: string) => boolean): string[] =>
  names.flatMap((name, index) => (matches(name) ? [`/roles/${index}`] : []));

type InvitationRequest = Pick<Request<'inviteUser'>, 'caller' | 'language'>;

/** Sends an invitation link and voids earlier ones. */
async function sendInvitation(
  db: Database,
  { id, email }: Pick<Account, 'id' | 'email'>,
  { caller, language }: InvitationRequest,
): Promise<void> {
  await voidTokens(db, 'invite', id);
  await enqueueEmail(db, { kind: 'invitation', address: email, language, data: { userId: id, by: caller.username } });
}

export const inviteAgain = (db: Database, request: Request<'inviteUser'>): Promise<void> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const account = await lockManageableUser(trx, request);
    if (account.status !== 'invited') throw new Problem('invalidTransition');
    await sendInvitation(trx, account, request);
    await logAct(trx, { act: 'userInvited', ...logActorOf(request), target: userLogTarget(account) });
  });
