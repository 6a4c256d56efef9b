import type { Database } from '#database';
import { issueToken } from '#session/one-time-tokens.ts';
import { hasAdministrator } from './reach.ts';

const lifetime = 24 * 3_600_000;

/** A new token for making the first administrator, good for a day; undefined where an active one exists. */
export async function setupToken(db: Database): Promise<string | undefined> {
  if (await hasAdministrator(db)) return undefined;
  return (await issueToken(db, { purpose: 'setup', lifetime })).token;
}
