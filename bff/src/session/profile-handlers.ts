import { type Database, fromNow, refuseTakenValue, transactWithinTimeLimit } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { enqueueEmail } from '#mail/outbox.ts';
import { logAct, logActorOf, valueChanges } from '#user-log/user-log.ts';
import { peekToken, spendToken, voidTokens } from './one-time-tokens.ts';
import { checkNewPassword, expectOwnPassword, hashPassword, type PasswordOwner, readOwnColumns } from './passwords.ts';
import { lockOwnSession, revokeAllAccess } from './sessions.ts';
import { openTokenSession, rememberLanguage, type SignInDeps } from './sign-in.ts';

interface ProfileDeps extends Pick<SignInDeps, 'db' | 'settings'> {
  loadUser: (id: number, previewRoleId: number | null) => ReturnType<SignInDeps['loadUser']>;
}

interface Profile {
  displayName: string;
  email: string;
}

/** Creates the handlers of the caller's profile. */
export function profileHandlers(
  deps: ProfileDeps,
): Pick<Handlers, Extract<OperationId, 'getProfile' | 'updateProfile'>> {
  const { db, loadUser } = deps;
  return {
    getProfile: async ({ caller, language }) => {
      if (caller.previewRoleId === null) await rememberLanguage(db, caller.id, language);
      return { status: 200, data: await loadUser(caller.id, caller.previewRoleId) };
    },

    updateProfile: async (request) => {
      const { body, caller } = request;
      const before = await readOwnColumns<Profile>(db, caller.id, 'display_name as displayName', 'email');
      if (body.email !== before.email) {
        if (body.password === undefined) throw invalid({ pointer: '/password', rule: 'required' });
        await expectOwnPassword(deps, request, body.password, '/password');
      }
      const after = { displayName: body.displayName, email: body.email };
      const changes = valueChanges({ ...before }, after);
      if (changes.length > 0)
        await refuseTakenValue(
          transactWithinTimeLimit(caller, db, async (trx) => {
            await lockOwnSession(trx, caller);
            await trx('user')
              .where('id', caller.id)
              .update({
                display_name: after.displayName,
                email: after.email,
                version: trx.raw('version + 1'),
                update_time: new Date(),
                updated_by: caller.username,
              });
            if (after.email !== before.email) await voidTokens(trx, 'reset', caller.id);
            const target = { kind: 'user' as const, id: caller.id, name: caller.username };
            await logAct(trx, { ...logActorOf(request), act: 'profileChanged', target, details: { changes } });
          }),
        );
      return { status: 200, data: await loadUser(caller.id, null) };
    },
  };
}

type PasswordOperation = Extract<OperationId, 'changePassword' | 'forgotPassword' | 'resetPassword'>;

/** The maximum of emails that one address may request per hour; further requests get the same response, but no email is sent. */
const MAX_REQUESTS_PER_HOUR = 20;

const ownerOf = (db: Database, id: number | null): Promise<(PasswordOwner & { status: string }) | undefined> =>
  db('user').where({ id }).first('username', 'display_name as displayName', 'email', 'status');

/** Creates the handlers of changing and resetting passwords. */
export function passwordHandlers(deps: SignInDeps): Pick<Handlers, PasswordOperation> {
  const { db, settings } = deps;

  async function assertAcceptable(owner: PasswordOwner, password: string): Promise<void> {
    const { passwordMinLength } = await settings.current();
    await checkNewPassword(password, owner, passwordMinLength, '/newPassword');
  }

  return {
    changePassword: async (request) => {
      const { body, caller, address, client } = request;
      await expectOwnPassword(deps, request, body.oldPassword, '/oldPassword');
      if (body.newPassword === body.oldPassword) throw invalid({ pointer: '/newPassword', rule: 'sameAsOld' });
      const owner = await ownerOf(db, caller.id);
      if (owner) await assertAcceptable(owner, body.newPassword);
      const columns = { password_hash: await hashPassword(body.newPassword) };
      const token = await transactWithinTimeLimit(caller, db, async (trx) => {
        const { secondFactor } = await lockOwnSession(trx, caller);
        await trx('user').where('id', caller.id).update(columns);
        await revokeAllAccess(trx, caller.id);
        await logAct(trx, { ...logActorOf(request), act: 'passwordChanged' });
        return openTokenSession(deps, trx, caller.id, { address, client, secondFactor });
      });
      return { status: 200, data: { token } };
    },

    // runs the same statements for known and unknown addresses; the user is looked up when the email is sent
    forgotPassword: async ({ body, caller, address, client, language }) => {
      // counted within the transaction, so that only as many concurrent requests as connections can exceed the limit
      await transactWithinTimeLimit(caller, db, async (trx) => {
        const earlierRequests = trx('user_log')
          .where({ address, act: 'resetRequested' })
          .where('time', '>', fromNow(trx, -3_600_000));
        const [row] = await earlierRequests.count({ n: '*' });
        if (Number(row?.n) >= MAX_REQUESTS_PER_HOUR) return;
        await enqueueEmail(trx, { kind: 'reset', address: body.email, language });
        await logAct(trx, { act: 'resetRequested', userId: null, username: body.email, address, client });
      });
      return { status: 202, data: {} };
    },

    resetPassword: async ({ body, caller, address, client }) => {
      const tokenContent = await peekToken(db, 'reset', body.token);
      const owner = tokenContent && (await ownerOf(db, tokenContent.userId));
      const spentTokenProblem = () => invalid({ pointer: '/token', rule: 'spentToken' });
      if (!tokenContent?.userId || owner?.status !== 'active') throw spentTokenProblem();
      await assertAcceptable(owner, body.newPassword);
      const { userId } = tokenContent;
      const columns = { password_hash: await hashPassword(body.newPassword) };
      await transactWithinTimeLimit(caller, db, async (trx) => {
        if (!(await spendToken(trx, 'reset', body.token))) throw spentTokenProblem();
        await trx('user').where('id', userId).update(columns);
        await revokeAllAccess(trx, userId);
        await logAct(trx, { act: 'passwordReset', userId, username: owner.username, address, client });
      });
      return { status: 200, data: {} };
    },
  };
}
