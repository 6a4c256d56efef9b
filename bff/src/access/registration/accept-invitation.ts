import { type Database, type Transaction, transact } from '#database';
import { type FieldProblem, invalid } from '#http/problem.ts';
import { logAct } from '#logs/user-log.ts';
import { lookAtToken, spendToken, voidTokens } from '#session/one-time-tokens.ts';
import { hashNewPassword, type Registration, type RegistrationDeps } from './new-password.ts';

interface Invited {
  id: number;
  username: string;
  email: string;
  display_name: string;
  version: number;
}

/** Whom an invitation waits for; undefined where it is none, was used or has expired. */
export async function invitedBy(db: Database, token: string): Promise<Invited | undefined> {
  const held = await lookAtToken(db, 'invite', token);
  return held && db('user').where({ id: held.userId, status: 'invited' }).first();
}

const spent = () => invalid({ pointer: '/invite', rule: 'spentToken' });

/** Lets the invited person in, under the name and with the password of their choice. Throws `spentToken` or `otherAddressee`. */
export async function acceptInvitation(deps: RegistrationDeps, request: Registration, token: string): Promise<void> {
  const { db } = deps;
  const invited = await invitedBy(db, token);
  if (!invited) throw spent();
  const passwordHash = await hashNewPassword(deps, request);
  await transact(db, async (trx) => {
    // locked before the token, as everybody does who changes a user
    await trx('user').where('id', invited.id).forUpdate().select('id');
    const user = await invitedBy(trx, token);
    if (!user || !(await spendToken(trx, 'invite', token))) throw spent();
    expectAddressee(user, request);
    await activate(trx, user, request, passwordHash);
  });
}

/** Case makes no other user name and no other address. */
function expectAddressee(invited: Invited, { body }: Registration): void {
  const fields = (['username', 'email'] as const)
    .filter((name) => body[name].toLowerCase() !== invited[name].toLowerCase())
    .map((name): FieldProblem => ({ pointer: `/${name}`, rule: 'otherAddressee' }));
  if (fields.length > 0) throw invalid(...fields);
}

async function activate(trx: Transaction, { id, username, version }: Invited, request: Registration, hash: string) {
  const { body, address, client } = request;
  const stamps = { version: version + 1, update_time: new Date(), updated_by: username };
  const chosen = { display_name: body.displayName, password_hash: hash, status: 'active' };
  await trx('user')
    .where('id', id)
    .update({ ...chosen, ...stamps });
  await voidTokens(trx, 'invite', id);
  const target = { kind: 'user' as const, id, name: username };
  await logAct(trx, { act: 'invitationAccepted', userId: id, username, address, client, target });
}
