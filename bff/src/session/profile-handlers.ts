import { transact, unlessTaken } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { doerOf, logAct, valueChanges } from '#logs/user-log.ts';
import { voidTokens } from './one-time-tokens.ts';
import { expectOwnPassword, ownRow } from './own-password.ts';
import { lockOwnSession } from './sessions.ts';
import { rememberLanguage, type SignInDeps } from './sign-in-answer.ts';

export interface ProfileDeps extends Pick<SignInDeps, 'db' | 'settings'> {
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
      const before = await ownRow<Profile>(db, caller.id, 'display_name as displayName', 'email');
      if (body.email !== before.email) {
        if (body.password === undefined) throw invalid({ pointer: '/password', rule: 'required' });
        await expectOwnPassword(deps, request, body.password, '/password');
      }
      const after = { displayName: body.displayName, email: body.email };
      const changes = valueChanges({ ...before }, after);
      if (changes.length > 0)
        await unlessTaken(
          transact(db, async (trx) => {
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
            await logAct(trx, { ...doerOf(request), act: 'profileChanged', target, details: { changes } });
          }),
        );
      return { status: 200, data: await loadUser(caller.id, null) };
    },
  };
}
