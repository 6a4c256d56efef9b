import type { Settings } from '#config/settings.ts';
import { type Database, fromNow, type Transaction, transactWithinTimeLimit } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers, Request } from '#http/operation-types.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { enqueueEmail } from '#mail/outbox.ts';
import { issueToken, peekToken, spendToken, voidTokens } from '#session/one-time-tokens.ts';
import { checkNewPassword, hashPassword } from '#session/passwords.ts';
import { logAct } from '#user-log/user-log.ts';
import { insertUser, setRoles } from './accounts.ts';
import { hasActiveAdministrator, lockAccessChanges } from './rights.ts';

type RegistrationOperation = Extract<OperationId, 'register' | 'getInvitation'>;

/** Creates the handlers of registration: by request, by invitation, or as the first administrator. */
export const registrationHandlers = (deps: RegistrationDeps): Pick<Handlers, RegistrationOperation> => ({
  register: async (request) => {
    const { setup, invite } = request.body;
    if (setup === undefined && invite === undefined) {
      await requestAccount(deps, request);
      return { status: 202, data: { status: 'pending' } };
    }
    if (setup !== undefined) await createFirstAdministrator(deps, request, setup);
    else if (invite !== undefined) await acceptInvitation(deps, request, invite);
    return { status: 201, data: { status: 'active' } };
  },

  getInvitation: async ({ body }) => {
    const invited = await findInvited(deps.db, body.token);
    if (!invited) throw invalid({ pointer: '/token', rule: 'spentToken' });
    const { username, email, display_name } = invited;
    return { status: 200, data: { username, email, displayName: display_name } };
  },
});

const HOUR_MS = 3_600_000;
const MAX_PER_IP_ADDRESS_AND_HOUR = 20;

/**
 * Creates a pending account. If the email address already has an account, its owner is notified instead; the response and the time it takes are the same, so that this request does not tell whether the address has an account. A later request does: only a pending account makes its
 * user name `taken` and its sign-in `accountPending`. @throws Problem `registrationClosed`, `tooManyRequests` or `taken`
 */
async function requestAccount(deps: RegistrationDeps, request: Registration): Promise<void> {
  const { db, settings } = deps;
  if (!(await settings.current()).registration) throw new Problem('registrationClosed');
  // checked before the expensive hash, and again under the lock
  await limitRegistrations(db, request);
  await findEmailOwner(db, request);
  const passwordHash = await hashNewPassword(deps, request);
  await transactWithinTimeLimit(request.caller, db, async (trx) => {
    await lockAccessChanges(trx);
    await limitRegistrations(trx, request);
    const owner = await findEmailOwner(trx, request);
    const logTarget = owner ? await notifyOwner(trx, owner, request) : await insertPending(trx, request, passwordHash);
    const { address, client, body } = request;
    await logAct(trx, { act: 'registered', userId: null, username: body.username, address, client, ...logTarget });
  });
}

async function limitRegistrations(db: Database, { address }: Registration): Promise<void> {
  const recentRegistrations = db('user_log')
    .where({ act: 'registered', address })
    .where('time', '>', fromNow(db, -HOUR_MS));
  const [row] = await recentRegistrations.count({ n: '*' });
  if (Number(row?.n) >= MAX_PER_IP_ADDRESS_AND_HOUR)
    throw new Problem('tooManyRequests', { retryAfter: HOUR_MS / 1000 });
}

interface Owner {
  email: string;
  display_name: string;
}

/** Finds the user with this email address. @throws Problem `taken` if the user name is in use */
async function findEmailOwner(db: Database, { body: { username, email } }: Registration): Promise<Owner | undefined> {
  const users = db('user').where({ username }).orWhere({ email });
  const owners: (Owner & { same_name: number })[] = await users.select(
    'email',
    'display_name',
    db.raw('username = ? as same_name', [username]),
  );
  if (owners.some(({ same_name }) => same_name === 1)) throw invalid({ pointer: '/username', rule: 'taken' });
  return owners[0];
}

async function insertPending(db: Database, { body }: Registration, passwordHash: string) {
  const id = await insertUser(db, { ...body, status: 'pending', passwordHash }, body.username);
  return { target: { kind: 'user' as const, id, name: body.username } };
}

async function notifyOwner(db: Database, { email, display_name }: Owner, { language }: Registration) {
  await enqueueEmail(db, { kind: 'emailTaken', address: email, language, data: { displayName: display_name } });
  return {};
}

interface InvitedUser {
  id: number;
  username: string;
  email: string;
  display_name: string;
  version: number;
}

/** Finds the invited user of a token; undefined if it is unknown, used or expired. */
async function findInvited(db: Database, token: string): Promise<InvitedUser | undefined> {
  const invitation = await peekToken(db, 'invite', token);
  return invitation && db('user').where({ id: invitation.userId, status: 'invited' }).first();
}

const spentInvitation = () => invalid({ pointer: '/invite', rule: 'spentToken' });

/** Activates an invited user with the chosen display name and password. @throws Problem `spentToken` or `otherAddressee` */
async function acceptInvitation(deps: RegistrationDeps, request: Registration, token: string): Promise<void> {
  const { db } = deps;
  const invited = await findInvited(db, token);
  if (!invited) throw spentInvitation();
  const passwordHash = await hashNewPassword(deps, request);
  await transactWithinTimeLimit(request.caller, db, async (trx) => {
    // the user is locked before the token, in the same order as everywhere else
    await trx('user').where('id', invited.id).forUpdate().select('id');
    const user = await findInvited(trx, token);
    if (!user || !(await spendToken(trx, 'invite', token))) throw spentInvitation();
    assertAddressee(user, request);
    await activate(trx, user, request, passwordHash);
  });
}

/** Compares user name and email address with the invitation, ignoring case. */
function assertAddressee(invited: InvitedUser, { body }: Registration): void {
  const fields = (['username', 'email'] as const)
    .filter((name) => body[name].toLowerCase() !== invited[name].toLowerCase())
    .map((name): FieldProblem => ({ pointer: `/${name}`, rule: 'otherAddressee' }));
  if (fields.length > 0) throw invalid(...fields);
}

async function activate(trx: Transaction, { id, username, version }: InvitedUser, request: Registration, hash: string) {
  const { body, address, client } = request;
  const stamps = { version: version + 1, update_time: new Date(), updated_by: username };
  const profile = { display_name: body.displayName, password_hash: hash, status: 'active' };
  await trx('user')
    .where('id', id)
    .update({ ...profile, ...stamps });
  await voidTokens(trx, 'invite', id);
  const target = { kind: 'user' as const, id, name: username };
  await logAct(trx, { act: 'invitationAccepted', userId: id, username, address, client, target });
}

const spentSetup = () => invalid({ pointer: '/setup', rule: 'spentToken' });

/** Creates the first administrator. @throws Problem `spentToken` if there already is one or the token is invalid */
async function createFirstAdministrator(deps: RegistrationDeps, request: Registration, token: string): Promise<void> {
  const { db } = deps;
  if (!(await peekToken(db, 'setup', token))) throw spentSetup();
  const passwordHash = await hashNewPassword(deps, request);
  await transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { body, address, client } = request;
    const roleId = await lockAdministratorRole(trx, body.username);
    if ((await hasActiveAdministrator(trx)) || !(await spendToken(trx, 'setup', token))) throw spentSetup();
    const id = await insertUser(trx, { ...body, status: 'active', passwordHash }, body.username);
    await setRoles(trx, id, [roleId]);
    const target = { kind: 'user' as const, id, name: body.username };
    await logAct(trx, { act: 'setupDone', userId: id, username: body.username, address, client, target });
  });
}

/** Locks the roles and returns the id of `admin`, which has every permission because of its name. The role is created if it is missing. */
async function lockAdministratorRole(trx: Transaction, by: string): Promise<number> {
  await lockAccessChanges(trx);
  const now = new Date();
  const stamps = { version: 1, create_time: now, update_time: now, created_by: by, updated_by: by };
  // while there is no role to lock, two transactions may insert the administrator role at the same time
  if (!(await administratorRole(trx)))
    await trx('role')
      .insert({ name: 'admin', display_name: '管理员', ...stamps })
      .onConflict('name')
      .ignore();
  return (await administratorRole(trx)).id;
}

const administratorRole = (db: Database) => db('role').where('name', 'admin').first('id');

const SETUP_LIFETIME_MS = 24 * 3_600_000;

/** Issues a token for creating the first administrator, valid for a day; returns undefined if there is an active administrator. */
export async function issueSetupToken(db: Database): Promise<string | undefined> {
  if (await hasActiveAdministrator(db)) return undefined;
  return (await issueToken(db, { purpose: 'setup', lifetime: SETUP_LIFETIME_MS })).token;
}

interface RegistrationDeps {
  db: Database;
  settings: Settings;
}

type Registration = Request<'register'>;

/** Validates and hashes a new password. @throws Problem at `/password` */
async function hashNewPassword({ settings }: RegistrationDeps, { body }: Registration): Promise<string> {
  const { passwordMinLength } = await settings.current();
  await checkNewPassword(body.password, body, passwordMinLength, '/password');
  return hashPassword(body.password);
}
