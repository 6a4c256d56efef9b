import { lockAccess } from '#access/reach.ts';
import { insertUser } from '#access/user-rows.ts';
import { type Database, fromNow, transact } from '#database';
import { invalid, Problem } from '#http/problem.ts';
import { logAct } from '#logs/user-log.ts';
import { post } from '#mail/outbox.ts';
import { hashNewPassword, type Registration, type RegistrationDeps } from './new-password.ts';

const hour = 3_600_000;
const perAddressAndHour = 20;

/**
 * Makes an account that waits for an administrator. Where the e-mail address has one, nothing is made and its owner is
 * told; whoever asks is answered alike, after as much work. Throws `registrationClosed`, `tooManyRequests` or `taken`.
 */
export async function askForAccount(deps: RegistrationDeps, request: Registration): Promise<void> {
  const { db, settings } = deps;
  if (!(await settings.current()).registration) throw new Problem('registrationClosed');
  // asked before the costly hash, and again when nobody else registers meanwhile
  await expectFewFrom(db, request);
  await ownerOfAddress(db, request);
  const passwordHash = await hashNewPassword(deps, request);
  await transact(db, async (trx) => {
    await lockAccess(trx);
    await expectFewFrom(trx, request);
    const owner = await ownerOfAddress(trx, request);
    const made = owner ? await tellOwner(trx, owner, request) : await insertPending(trx, request, passwordHash);
    const { address, client, body } = request;
    await logAct(trx, { act: 'registered', userId: null, username: body.username, address, client, ...made });
  });
}

async function expectFewFrom(db: Database, { address }: Registration): Promise<void> {
  const recent = db('user_log').where({ act: 'registered', address }).where('time', '>', fromNow(db, -hour));
  const [counted] = await recent.count({ n: '*' });
  if (Number(counted?.n) >= perAddressAndHour) throw new Problem('tooManyRequests', { retryAfter: hour / 1000 });
}

interface Owner {
  email: string;
  display_name: string;
}

/** Who has the e-mail address; throws `taken` where somebody has the user name. */
async function ownerOfAddress(db: Database, { body: { username, email } }: Registration): Promise<Owner | undefined> {
  const users = db('user').where({ username }).orWhere({ email });
  const found: (Owner & { same_name: number })[] = await users.select(
    'email',
    'display_name',
    db.raw('username = ? as same_name', [username]),
  );
  if (found.some(({ same_name }) => same_name === 1)) throw invalid({ pointer: '/username', rule: 'taken' });
  return found[0];
}

async function insertPending(db: Database, { body }: Registration, passwordHash: string) {
  const id = await insertUser(db, { ...body, status: 'pending', passwordHash }, body.username);
  return { target: { kind: 'user' as const, id, name: body.username } };
}

async function tellOwner(db: Database, { email, display_name }: Owner, { language }: Registration) {
  await post(db, { kind: 'emailTaken', address: email, language, data: { displayName: display_name } });
  return {};
}
