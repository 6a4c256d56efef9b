import type { Settings } from '#config/settings.ts';
import type { Database } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { attemptWithinLimits } from './sign-in-limits.ts';

/** Loads the package with the first password. */
const loadArgon2 = () => import('@node-rs/argon2');

// OWASP's second recommendation for argon2id; the library's default algorithm is argon2id
const ARGON2_COST = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

export const hashPassword = async (password: string) => (await loadArgon2()).hash(password, ARGON2_COST);

let dummyHash: Promise<string> | undefined;

/** Checks a password. Unknown accounts and those without a password take as long as others. */
export async function checkPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this one');
  const { verify } = await loadArgon2();
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && Boolean(passwordHash);
}

export interface PasswordOwner {
  username: string;
  displayName: string;
  email: string;
}

// on zxcvbn's scale 0 and 1 can be guessed within minutes from lists of common passwords or at ten thousand guesses a second
const MIN_SCORE = 2;
/** Shorter names occur in many passwords by chance. */
const MIN_NAME_LENGTH = 3;

/** Loads the dictionary with the first new password, as that takes a fifth of a second. */
const loadStrength = () => import('./password-strength.ts');

const withoutPunctuation = (text: string) => text.toLowerCase().replaceAll(/[\s._-]/g, '');

/** Whether the password contains the owner's user name, display name or email name, ignoring case and punctuation. */
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

/** @throws Problem `validationError` at `pointer` if a new password is too short, too common or contains its owner's name */
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

/** Reads columns of the caller's account. @throws Problem `unauthorized` if it was deleted during the request */
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

/** @throws Problem `wrongPassword` at `pointer` if it is not the caller's password; wrong ones count as failed sign-ins */
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
