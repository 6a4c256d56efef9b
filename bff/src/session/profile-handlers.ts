import { type Database, fromNow, mapTakenColumn, transactFor } from '#database';
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
        await mapTakenColumn(
          transactFor(caller, db, async (trx) => {
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

/** Letters that one address may ask for within an hour; further ones are answered alike and not sent. */
const MAX_REQUESTS_PER_HOUR = 20;

const ownerOf = (db: Database, id: number | null): Promise<(PasswordOwner & { status: string }) | undefined> =>
  db('user').where({ id }).first('username', 'display_name as displayName', 'email', 'status');

export function passwordHandlers(deps: SignInDeps): Pick<Handlers, PasswordOperation> {
  const { db, settings } = deps;

  async function checkNew(owner: PasswordOwner, password: string): Promise<void> {
    const { passwordMinLength } = await settings.current();
    await checkNewPassword(password, owner, passwordMinLength, '/newPassword');
  }

  return {
    changePassword: async (request) => {
      const { body, caller, address, client } = request;
      await expectOwnPassword(deps, request, body.oldPassword, '/oldPassword');
      if (body.newPassword === body.oldPassword) throw invalid({ pointer: '/newPassword', rule: 'sameAsOld' });
      const owner = await ownerOf(db, caller.id);
      if (owner) await checkNew(owner, body.newPassword);
      const changed = { password_hash: await hashPassword(body.newPassword) };
      const token = await transactFor(caller, db, async (trx) => {
        const { secondFactor } = await lockOwnSession(trx, caller);
        await trx('user').where('id', caller.id).update(changed);
        await revokeAllAccess(trx, caller.id);
        await logAct(trx, { ...logActorOf(request), act: 'passwordChanged' });
        return openTokenSession(deps, trx, caller.id, { address, client, secondFactor });
      });
      return { status: 200, data: { token } };
    },

    // the same statements whether the address is known or not: who it is, is found out when the letter is sent
    forgotPassword: async ({ body, caller, address, client, language }) => {
      // counted within: of many at the same time, no more than there are connections miss one another
      await transactFor(caller, db, async (trx) => {
        const earlier = trx('user_log')
          .where({ address, act: 'resetRequested' })
          .where('time', '>', fromNow(trx, -3_600_000));
        const [asked] = await earlier.count({ n: '*' });
        if (Number(asked?.n) >= MAX_REQUESTS_PER_HOUR) return;
        await enqueueEmail(trx, { kind: 'reset', address: body.email, language });
        await logAct(trx, { act: 'resetRequested', userId: null, username: body.email, address, client });
      });
      return { status: 202, data: {} };
    },

    resetPassword: async ({ body, caller, address, client }) => {
      const held = await peekToken(db, 'reset', body.token);
      const owner = held && (await ownerOf(db, held.userId));
      const spent = () => invalid({ pointer: '/token', rule: 'spentToken' });
      if (!held?.userId || owner?.status !== 'active') throw spent();
      await checkNew(owner, body.newPassword);
      const { userId } = held;
      const changed = { password_hash: await hashPassword(body.newPassword) };
      await transactFor(caller, db, async (trx) => {
        if (!(await spendToken(trx, 'reset', body.token))) throw spent();
        await trx('user').where('id', userId).update(changed);
        await revokeAllAccess(trx, userId);
        await logAct(trx, { act: 'passwordReset', userId, username: owner.username, address, client });
      });
      return { status: 200, data: {} };
    },
  };
}
