import {
  type Account,
  expectRemainingAdministrator,
  findUser,
  lockManageableUser,
  setRoles,
  userLogTarget,
  writeNextVersion,
} from '#access/accounts.ts';
import { type Database, type Transaction, transactWithinTimeLimit } from '#database';
import { contract, type Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { expectSpecificVersion, expectVersion } from '#http/precondition.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { enqueueEmail } from '#mail/outbox.ts';
import { revokeAllAccess } from '#session/sessions.ts';
import { logAct, logActorOf, valueChanges } from '#user-log/user-log.ts';
import { resolveGrantableRoles } from './write-user.ts';

type Event = Schemas['UserEvent'];
type TransitionRequest = Request<'transitionUser'>;

const transitions: Record<Event, { from: Account['status'][]; to: Account['status'] }> =
  contract.components.schemas.UserEvent['x-transitions'];

const ACT_BY_EVENT = {
  approve: 'userApproved',
  reject: 'userRejected',
  deactivate: 'userDeactivated',
  activate: 'userActivated',
} as const;

/** Approves, rejects, deactivates or activates a user by the contract's transitions of `UserEvent`. */
export const transitionUser = (db: Database, request: TransitionRequest): Promise<Account> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { body, caller } = request;
    const { from, to } = transitions[body.event];
    expectEventFields(body);
    if (body.event === 'approve' || body.event === 'reject') expectSpecificVersion(request.ifMatch);
    const before = expectVersion(request.ifMatch, await lockManageableUser(trx, request));
    if (!from.includes(before.status)) throw new Problem('invalidTransition');
    if (before.id === caller.id) throw new Problem('ownAccount');
    if (body.roles) await setRoles(trx, before.id, await resolveGrantableRoles(trx, caller, body.roles));
    await writeNextVersion(trx, before, caller, { status: to, reason: body.reason ?? null });
    await expectRemainingAdministrator(trx, before);
    await applyConsequences(trx, before, request);
    const after = await findUser(trx, before.id, caller);
    await logAct(trx, {
      act: ACT_BY_EVENT[body.event],
      ...logActorOf(request),
      target: userLogTarget(after),
      details: logDetails(before, after),
    });
    return after;
  });

/** @throws Problem `notWithEvent` at fields that do not belong to the event */
function expectEventFields({ event, reason, roles }: Schemas['UserTransition']): void {
  const fields: FieldProblem[] = [];
  if (roles && event !== 'approve') fields.push({ pointer: '/roles', rule: 'notWithEvent' });
  if (reason !== undefined && event !== 'reject') fields.push({ pointer: '/reason', rule: 'notWithEvent' });
  if (fields.length > 0) throw invalid(...fields);
}

/** Sends the email of an event, or revokes all access after deactivation. */
async function applyConsequences(
  trx: Transaction,
  { id, email, displayName }: Account,
  { body, language }: TransitionRequest,
) {
  const recipient = { address: email, language };
  const { event, reason } = body;
  if (event === 'approve') await enqueueEmail(trx, { ...recipient, kind: 'approved', data: { displayName } });
  if (event === 'reject')
    await enqueueEmail(trx, {
      ...recipient,
      kind: 'rejected',
      data: { displayName, ...(reason === undefined ? {} : { reason }) },
    });
  if (event === 'deactivate') await revokeAllAccess(trx, id);
}

const roleNames = ({ roles }: Account) => ({ roles: roles.map(({ name }) => name) });

function logDetails(before: Account, { reason, ...after }: Account): Schemas['UserLogDetails'] {
  const changes = valueChanges(roleNames(before), roleNames({ ...after, reason }));
  return { ...(changes.length > 0 ? { changes } : {}), ...(reason === null ? {} : { reason }) };
}
