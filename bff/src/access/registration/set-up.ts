import { hasAdministrator, lockAccess } from '#access/reach.ts';
import { insertUser, setRoles } from '#access/user-rows.ts';
import { type Database, type Transaction, transact } from '#database';
import { invalid } from '#http/problem.ts';
import { logAct } from '#logs/user-log.ts';
import { lookAtToken, spendToken } from '#session/one-time-tokens.ts';
import { hashNewPassword, type Registration, type RegistrationDeps } from './new-password.ts';

const spent = () => invalid({ pointer: '/setup', rule: 'spentToken' });

/** Makes the first administrator. Throws `spentToken` where there is one, or the token is not good. */
export async function setUp(deps: RegistrationDeps, request: Registration, token: string): Promise<void> {
  const { db } = deps;
  if (!(await lookAtToken(db, 'setup', token))) throw spent();
  const passwordHash = await hashNewPassword(deps, request);
  await transact(db, async (trx) => {
    const { body, address, client } = request;
    const roleId = await lockAdministratorRole(trx, body.username);
    if ((await hasAdministrator(trx)) || !(await spendToken(trx, 'setup', token))) throw spent();
    const id = await insertUser(trx, { ...body, status: 'active', passwordHash }, body.username);
    await setRoles(trx, id, [roleId]);
    const target = { kind: 'user' as const, id, name: body.username };
    await logAct(trx, { act: 'setupDone', userId: id, username: body.username, address, client, target });
  });
}

/** The id of the role that holds every permission by its name, made where it is gone; nobody else changes roles meanwhile. */
async function lockAdministratorRole(trx: Transaction, by: string): Promise<number> {
  await lockAccess(trx);
  const now = new Date();
  const stamps = { version: 1, create_time: now, update_time: now, created_by: by, updated_by: by };
  // where no role was left to lock, two at once meet here
  if (!(await administratorRole(trx)))
    await trx('role')
      .insert({ name: 'admin', display_name: '管理员', ...stamps })
      .onConflict('name')
      .ignore();
  return (await administratorRole(trx)).id;
}

const administratorRole = (db: Database) => db('role').where('name', 'admin').first('id');
