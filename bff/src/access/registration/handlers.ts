import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { acceptInvitation, invitedBy } from './accept-invitation.ts';
import { askForAccount } from './ask-for-account.ts';
import type { RegistrationDeps } from './new-password.ts';
import { setUp } from './set-up.ts';

export type RegistrationOperation = Extract<OperationId, 'register' | 'getInvitation'>;

/** How people come in: by asking, by an invitation, or as the first of all. */
export const registrationHandlers = (deps: RegistrationDeps): Pick<Handlers, RegistrationOperation> => ({
  register: async (request) => {
    const { setup, invite } = request.body;
    if (setup === undefined && invite === undefined) {
      await askForAccount(deps, request);
      return { status: 202, data: { status: 'pending' } };
    }
    if (setup !== undefined) await setUp(deps, request, setup);
    else if (invite !== undefined) await acceptInvitation(deps, request, invite);
    return { status: 201, data: { status: 'active' } };
  },

  getInvitation: async ({ body }) => {
    const invited = await invitedBy(deps.db, body.token);
    if (!invited) throw invalid({ pointer: '/token', rule: 'spentToken' });
    const { username, email, display_name } = invited;
    return { status: 200, data: { username, email, displayName: display_name } };
  },
});
