import type { Logger } from 'pino';
import type { Database } from '#database';
import type { Refusal } from '#http/mount.ts';
import { doerOf, logAct } from './user-log.ts';

/** Writes down who was refused what; a log that cannot be written changes no answer. */
export async function logRefusal(db: Database, log: Logger, refusal: Refusal): Promise<void> {
  const { operation, problem } = refusal;
  const { permission } = problem.details;
  const entry = {
    ...doerOf(refusal),
    act: 'refused' as const,
    target: { kind: 'operation' as const, id: null, name: operation },
    details: { key: problem.key, ...(permission ? { permission } : {}) },
  };
  await logAct(db, entry).catch((err: Error) => log.warn({ err: err.message }, 'a refusal could not be logged'));
}
