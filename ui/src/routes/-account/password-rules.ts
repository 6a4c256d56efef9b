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
const shortestName = 3;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s._-]/g, '');

function holdsName(password: string, { username, displayName, email }: Owner): boolean {
  const names = [username, displayName, email.split('@')[0] ?? ''].map(plain);
  return names.some((name) => name.length >= shortestName && plain(password).includes(name));
}

/** Which rules a new password keeps, as the server will judge it; undefined where that is not known yet. */
export function keptRules(typed: NewPassword): [PasswordRule, boolean | undefined][] {
  const { password, owner, minLength, old, guessable } = typed;
  const there = password !== '';
  const kept: [PasswordRule, boolean | undefined][] = [
    // code points, as JSON Schema counts them
    ['length', [...password].length >= minLength],
  ];
  if (owner) kept.push(['name', there && !holdsName(password, owner)]);
  kept.push(['common', guessable === undefined ? undefined : there && !guessable]);
  if (old !== undefined) kept.push(['differs', old === '' ? undefined : there && password !== old]);
  return kept;
}
