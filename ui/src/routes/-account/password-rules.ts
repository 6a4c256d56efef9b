export interface Owner {
  username: string;
  displayName: string;
  email: string;
}

/** What is typed, and what it is held against. */
export interface NewPassword {
  password: string;
  /** Undefined where only the server knows whose it is. */
  owner: Owner | undefined;
  /** As the configuration asks, in characters. */
  minLength: number;
  /** The password that it replaces, where that is known here. */
  old?: string | undefined;
  /** Whether it is easy to guess; undefined as long as nobody can say. */
  guessable: boolean | undefined;
}

export type PasswordRule = 'length' | 'name' | 'common' | 'differs';

export const maxLength = 128;
/** Names shorter than this stand in many passwords by chance. */
const MIN_NAME_LENGTH = 3;

const normalize = (text: string): string => text.toLowerCase().replaceAll(/[\s._-]/g, '');

function containsName(password: string, { username, displayName, email }: Owner): boolean {
  const names = [username, displayName, email.split('@')[0] ?? ''].map(normalize);
  return names.some((name) => name.length >= MIN_NAME_LENGTH && normalize(password).includes(name));
}

/** Which rules a new password keeps, as the server will judge it; undefined where that is not known yet. */
export function checkPasswordRules(typed: NewPassword): [PasswordRule, boolean | undefined][] {
  const { password, owner, minLength, old, guessable } = typed;
  const hasPassword = password !== '';
  const results: [PasswordRule, boolean | undefined][] = [
    // code points, as JSON Schema counts them
    ['length', [...password].length >= minLength],
  ];
  if (owner) results.push(['name', hasPassword && !containsName(password, owner)]);
  results.push(['common', guessable === undefined ? undefined : hasPassword && !guessable]);
  if (old !== undefined) results.push(['differs', old === '' ? undefined : hasPassword && password !== old]);
  return results;
}
