import type { KeyObject } from 'node:crypto';
import { expectWithinReach } from '#access/reach.ts';
import { type Database, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { lockOwnSession, openSession } from '#session/sessions.ts';
import { signToken } from '#session/tokens.ts';
import { findRole } from './role.ts';
import { targetOf } from './write-role.ts';

export interface PreviewDeps {
  db: Database;
  jwtSecret: KeyObject;
  /** The user as the contract has it, with the eyes of a role. */
  loadUser(id: number, previewRoleId: number): Promise<Schemas['User']>;
}

const longest = 30 * 60_000;

/** A second session of the caller, no longer than theirs, which sees what the role and the caller both may see, and writes nothing. */
export async function previewRole({ db, jwtSecret, loadUser }: PreviewDeps, request: Request<'previewRole'>) {
  const { caller, address, client, path } = request;
  const session = await transact(db, async (trx) => {
    const role = await findRole(trx, path.id, caller);
    // any other shows what both may; what an administrator sees, an administrator alone can be shown
    if (role.administrator) expectWithinReach(caller, role);
    const own = await lockOwnSession(trx, caller);
    await logAct(trx, { act: 'rolePreviewed', ...doerOf(request), target: targetOf(role) });
    const preview = { secondFactor: own.secondFactor, previewRoleId: role.id };
    return openSession(trx, caller.id, { address, client, lifetime: longest, notAfter: own.expire, ...preview });
  });
  const token = signToken(jwtSecret, session.id, caller.id, session.expire);
  return { token, user: await loadUser(caller.id, path.id) };
}
