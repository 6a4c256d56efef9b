import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { type Database, fromNow, now } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Refusal } from '#http/mount.ts';

/** The user of an act and their client. */
export interface LogActor {
  /** Null if nobody was signed in. */
  userId: number | null;
  /** For a failed sign-in the typed name. */
  username: string;
  /** The client's IP address. */
  address: string;
  /** The `User-Agent` header. */
  client: string;
}

interface LogEntry extends LogActor {
  act: Schemas['Act'];
  target?: NonNullable<Schemas['UserLogEntry']['target']>;
  details?: Schemas['UserLogDetails'];
}

/** Returns the caller of a request as the actor of a log entry. */
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

/** Logs an act; pass the transaction if the act itself writes. */
export async function logAct(db: Database, { act, target, details, ...actor }: LogEntry): Promise<void> {
  await db('user_log').insert({
    time: now(db),
    act,
    user_id: actor.userId,
    username: actor.username,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    target: target?.name ?? null,
    details: details ? JSON.stringify(details) : null,
    address: actor.address,
    client: actor.client,
  });
}

const HOUR_MS = 3_600_000;
/** The maximum of logged refusals per user and hour, in total and per operation. */
const MAX_REFUSALS_PER_HOUR = 60;
const MAX_REFUSALS_PER_OPERATION = 10;

/** Whether the limit of logged refusals is reached, so that nobody can flood the log. */
async function isRefusalLimitReached(db: Database, username: string, operation: string): Promise<boolean> {
  const rows: { target: string; n: number }[] = await db('user_log')
    .where({ username, act: 'refused' })
    .where('time', '>', fromNow(db, -HOUR_MS))
    .groupBy('target')
    .select('target')
    .count({ n: '*' });
  const total = rows.reduce((sum, { n }) => sum + Number(n), 0);
  const ofOperation = rows.find(({ target }) => target === operation)?.n ?? 0;
  return total >= MAX_REFUSALS_PER_HOUR || Number(ofOperation) >= MAX_REFUSALS_PER_OPERATION;
}

/** Logs a refusal, up to a limit per hour. A failure to log does not affect the response. */
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

/** Returns the members that differ, one level deep, as JSON pointers with both values. */
export function valueChanges(before: object, after: object): Schemas['ValueChanges'] {
  const [oldValues, newValues] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...oldValues.keys(), ...newValues.keys()])]
    .filter((name) => !isDeepStrictEqual(oldValues.get(name), newValues.get(name)))
    .map((name) => ({ pointer: `/${name}`, before: oldValues.get(name) ?? null, after: newValues.get(name) ?? null }));
}
