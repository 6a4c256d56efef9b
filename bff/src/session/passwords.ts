import type { Settings } from '#config/settings.ts';
import type { Database } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { attemptWithinLimits } from './sign-in-limits.ts';

/** Comes with the first password. */
const argon2 = () => import('@node-rs/argon2');

// OWASP's second recommendation for argon2id; the library's default algorithm is argon2id
const ARGON2_COST = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

export const hashPassword = async (password: string) => (await argon2()).hash(password, ARGON2_COST);

let dummyHash: Promise<string> | undefined;

/** Takes as long for an account that is unknown or has no password yet as for any other. */
export async function checkPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this one');
  const { verify } = await argon2();
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && Boolean(passwordHash);
}

export interface PasswordOwner {
  username: string;
  displayName: string;
  email: string;
}

// zxcvbn's scale: 0 and 1 fall to a list of common passwords or to ten thousand guesses a second within minutes
const MIN_SCORE = 2;
/** Names shorter than this stand in many passwords by chance. */
const MIN_NAME_LENGTH = 3;

/** Its dictionary takes a fifth of a second to load, so it comes with the first password that is set. */
const loadStrength = () => import('./password-strength.ts');

const withoutPunctuation = (text: string) => text.toLowerCase().replaceAll(/[\s._-]/g, '');

/** Whether the password holds the owner's user name, name or the local part of the e-mail, whatever the case and the dots. */
function containsName(password: string, { username, displayName, email }: PasswordOwner): boolean {
  const names = [username, displayName, email.split('@')[0] ?? ''].map(withoutPunctuation);
  return names.some((name) => name.length >= MIN_NAME_LENGTH && withoutPunctuation(password).includes(name));
}

async function findPasswordProblem(
  password: string,
  owner: PasswordOwner,
  minLength: number,
): Promise<Omit<FieldProblem, 'pointer'> | undefined> {
  if ([...password].length < minLength) return { rule: 'minLength', parameters: { limit: minLength } };
  if (containsName(password, owner)) return { rule: 'containsName' };
  const { scorePassword } = await loadStrength();
  return scorePassword(password) < MIN_SCORE ? { rule: 'commonPassword' } : undefined;
}

/** Throws `validationError` at `pointer` where a new password is too short, too common or holds its owner's name. */
export async function checkNewPassword(
  password: string,
  owner: PasswordOwner,
  minLength: number,
  pointer: string,
): Promise<void> {
  const problem = await findPasswordProblem(password, owner, minLength);
  if (problem) throw invalid({ pointer, ...problem });
}

interface OwnPasswordDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
}

/** Columns of the caller's own account; throws `unauthorized` where it has been deleted since the call began. */
export async function readOwnColumns<Row extends object>(
  db: Database,
  userId: number,
  ...columns: string[]
): Promise<Row> {
  const row: Row | undefined = await db('user')
    .where('id', userId)
    .first(...columns);
  if (!row) throw new Problem('unauthorized');
  return row;
}

/** Throws `wrongPassword` at `pointer` where it is not the caller's own; wrong ones count as failed sign-ins. */
export async function expectOwnPassword(
  { db, settings }: OwnPasswordDeps,
  { caller, address }: { caller: Caller; address: string },
  password: string,
  pointer: string,
): Promise<void> {
  const { password_hash } = await readOwnColumns<{ password_hash: string | null }>(db, caller.id, 'password_hash');
  const attempt = { account: caller.username, address };
  const check = () => checkPassword(password_hash, password);
  if (!(await attemptWithinLimits(db, await settings.current(), attempt, caller.id, check)))
    throw invalid({ pointer, rule: 'wrongPassword' });
}
