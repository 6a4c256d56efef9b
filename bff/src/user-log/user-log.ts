import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { type Database, now } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Refusal } from '#http/mount.ts';

/** Who did it, and from where. */
export interface LogActor {
  /** Null where nobody was signed in. */
  userId: number | null;
  /** Of a failed sign-in what was typed. */
  username: string;
  address: string;
  client: string;
}

interface LogEntry extends LogActor {
  act: Schemas['Act'];
  target?: NonNullable<Schemas['UserLogEntry']['target']>;
  details?: Schemas['UserLogDetails'];
}

/** The caller of a request as the doer of an act. */
export const logActorOf = (request: {
  caller: { id: number; username: string };
  address: string;
  client: string;
}): LogActor => ({
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

const HOUR_MS = 3_600_000;
/** Refusals of a person that are written down within an hour, and those of one operation among them. */
const MAX_PER_HOUR = 60;
const MAX_OF_OPERATION = 10;

/** Whether enough of a person's refusals were logged within the hour; further ones are not, so that nobody can flood the log. */
async function isRefusalLimitReached(db: Database, username: string, operation: string): Promise<boolean> {
  const rows: { target: string; n: number }[] = await db('user_log')
    .where({ username, act: 'refused' })
    .where('time', '>', new Date(Date.now() - HOUR_MS))
    .groupBy('target')
    .select('target')
    .count({ n: '*' });
  const total = rows.reduce((sum, { n }) => sum + Number(n), 0);
  const same = rows.find(({ target }) => target === operation)?.n ?? 0;
  return total >= MAX_PER_HOUR || Number(same) >= MAX_OF_OPERATION;
}

/** Writes down who was refused what, up to so many an hour; a log that cannot be written changes no answer. */
export async function logRefusal(db: Database, log: Logger, refusal: Refusal): Promise<void> {
  const { operation, problem } = refusal;
  const { permission } = problem.details;
  const entry = {
    ...logActorOf(refusal),
    act: 'refused' as const,
    target: { kind: 'operation' as const, id: null, name: operation },
    details: { key: problem.key, ...(permission ? { permission } : {}) },
  };
  const write = async () => {
    if (!(await isRefusalLimitReached(db, entry.username, operation))) await logAct(db, entry);
  };
  await write().catch((err: Error) => log.warn({ err: err.message }, 'a refusal could not be logged'));
}

/** The members that differ, one level deep, as JSON pointers with both values. */
export function valueChanges(before: object, after: object): Schemas['ValueChanges'] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)))
    .map((name) => ({ pointer: `/${name}`, before: old.get(name) ?? null, after: now.get(name) ?? null }));
}
