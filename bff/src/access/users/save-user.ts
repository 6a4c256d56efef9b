import { isDeepStrictEqual } from 'node:util';
import { lockAccess } from '#access/reach.ts';
import { insertUser, setRoles } from '#access/user-rows.ts';
import { type Database, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { valueChanges } from '#logs/value-changes.ts';
import { voidTokens } from '#session/one-time-tokens.ts';
import type { Account } from './account.ts';
import { givenRoles } from './given-roles.ts';
import { postInvitation } from './invite.ts';
import { expectAnotherAdministrator, findUser, lockVersion, targetOf, writeUser } from './lock-user.ts';

type Fields = Omit<Schemas['UserBody'], 'username'>;

export const createUser = (db: Database, request: Request<'createUser'>): Promise<Account> =>
  transact(db, async (trx) => {
    const { body, caller } = request;
    await lockAccess(trx);
    const roleIds = await givenRoles(trx, caller, body.roles);
    const id = await insertUser(trx, { ...body, status: 'invited' }, caller.username);
    await setRoles(trx, id, roleIds);
    await postInvitation(trx, { id, email: body.email }, request);
    const account = await findUser(trx, id, caller);
    const details = { changes: valueChanges({}, fieldsOf(account)) };
    await logAct(trx, { act: 'userCreated', ...doerOf(request), target: targetOf(account), details });
    return account;
  });

/** A change of nothing writes nothing. */
export const updateUser = (db: Database, request: Request<'updateUser'>): Promise<Account> =>
  transact(db, async (trx) => {
    const { body, caller } = request;
    const account = await lockVersion(trx, request);
    if (body.username !== account.username) throw invalid({ pointer: '/username', rule: 'fixed' });
    const [before, after] = [fieldsOf(account), toFields(body)];
    const roleIds = await givenRoles(trx, caller, body.roles, before.roles);
    if (isDeepStrictEqual(before, after)) return account;
    // the profile asks for the password first: who has the e-mail can reset it
    if (account.id === caller.id && body.email !== account.email) throw new Problem('ownAccount');
    await writeUser(trx, account, { display_name: body.displayName, email: body.email }, caller);
    await setRoles(trx, account.id, roleIds);
    await expectAnotherAdministrator(trx, account);
    if (body.email !== account.email) await followToNewAddress(trx, account, request);
    const details = { changes: valueChanges(before, after) };
    await logAct(trx, { act: 'userChanged', ...doerOf(request), target: targetOf(account), details });
    return findUser(trx, account.id, caller);
  });

/** Links sent to the old address are void; who was invited there is invited here. */
async function followToNewAddress(db: Database, { id, status }: Account, request: Request<'updateUser'>) {
  await voidTokens(db, 'reset', id);
  if (status === 'invited') await postInvitation(db, { id, email: request.body.email }, request);
}

const fieldsOf = ({ displayName, email, roles }: Account): Fields =>
  toFields({ displayName, email, roles: roles.map(({ name }) => name) });

/** Roles have no order. */
const toFields = ({ displayName, email, roles }: Fields): Fields => ({ displayName, email, roles: roles.toSorted() });
