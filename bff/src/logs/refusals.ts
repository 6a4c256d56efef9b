import type { Logger } from 'pino';
import type { Database } from '#database';
import type { Refusal } from '#http/mount.ts';
import { doerOf, logAct } from './user-log.ts';

const HOUR_MS = 3_600_000;
/** Refusals of a person that are written down within an hour, and those of one operation among them. */
const MAX_PER_HOUR = 60;
const MAX_OF_OPERATION = 10;

/** Whether the log tells enough of what a person was refused lately: whoever floods it learns nothing, and nobody else. */
async function isTold(db: Database, username: string, operation: string): Promise<boolean> {
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
    ...doerOf(refusal),
    act: 'refused' as const,
    target: { kind: 'operation' as const, id: null, name: operation },
    details: { key: problem.key, ...(permission ? { permission } : {}) },
  };
  const write = async () => {
    if (!(await isTold(db, entry.username, operation))) await logAct(db, entry);
  };
  await write().catch((err: Error) => log.warn({ err: err.message }, 'a refusal could not be logged'));
}
