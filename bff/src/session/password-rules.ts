import { type FieldProblem, invalid } from '#http/problem.ts';

export interface PasswordOwner {
  username: string;
  displayName: string;
  email: string;
}

// zxcvbn's scale: 0 and 1 fall to a list of common passwords or to ten thousand guesses a second within minutes
const leastScore = 2;
/** Names shorter than this stand in many passwords by chance. */
const shortestName = 3;

/** Its dictionary takes a fifth of a second to load, so it comes with the first password that is set. */
const strength = () => import('./password-strength.ts');

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s._-]/g, '');

/** Whether the password holds the owner's user name, name or the local part of the e-mail, whatever the case and the dots. */
export function containsName(password: string, { username, displayName, email }: PasswordOwner): boolean {
  const names = [username, displayName, email.split('@')[0] ?? ''].map(plain);
  return names.some((name) => name.length >= shortestName && plain(password).includes(name));
}

async function problemOf(
  password: string,
  owner: PasswordOwner,
  minLength: number,
): Promise<Omit<FieldProblem, 'pointer'> | undefined> {
  if ([...password].length < minLength) return { rule: 'minLength', parameters: { limit: minLength } };
  if (containsName(password, owner)) return { rule: 'containsName' };
  const { strengthOf } = await strength();
  return strengthOf(password) < leastScore ? { rule: 'commonPassword' } : undefined;
}

/** Throws `validationError` at `pointer` where a new password is too short, too common or holds its owner's name. */
export async function checkNewPassword(
  password: string,
  owner: PasswordOwner,
  minLength: number,
  pointer: string,
): Promise<void> {
  const problem = await problemOf(password, owner, minLength);
  if (problem) throw invalid({ pointer, ...problem });
}
