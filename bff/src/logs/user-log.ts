import { type Database, now } from '#database';
import type { Schemas } from '#http/contract.ts';

/** Who did it, and from where. */
export interface Doer {
  /** Null where nobody was signed in. */
  userId: number | null;
  /** Of a failed sign-in what was typed. */
  username: string;
  address: string;
  client: string;
}

export interface LogEntry extends Doer {
  act: Schemas['Act'];
  target?: NonNullable<Schemas['UserLogEntry']['target']>;
  details?: Schemas['UserLogDetails'];
}

/** The caller of a request as the doer of an act. */
export const doerOf = (request: {
  caller: { id: number; username: string };
  address: string;
  client: string;
}): Doer => ({
  userId: request.caller.id,
  username: request.caller.username,
  address: request.address,
  client: request.client,
});

/** Writes down an act; in the transaction of what it tells of, where that writes too. */
export async function logAct(db: Database, { act, target, details, ...doer }: LogEntry): Promise<void> {
  await db('user_log').insert({
    time: now(db),
    act,
    user_id: doer.userId,
    username: doer.username,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    target: target?.name ?? null,
    details: details ? JSON.stringify(details) : null,
    address: doer.address,
    client: doer.client,
  });
}
