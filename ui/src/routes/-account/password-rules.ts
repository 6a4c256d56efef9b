export interface PasswordOwner {
  username: string;
  displayName: string;
  email: string;
}

/** A new password and the facts that the rules need. */
export interface NewPasswordInput {
  password: string;
  /** undefined if only the server knows the account */
  owner: PasswordOwner | undefined;
  /** the configured minimum, in characters */
  minLength: number;
  /** the current password, if the form asks for it */
  oldPassword?: string | undefined;
  /** whether it is easy to guess; undefined until the dictionaries are loaded */
  isGuessable: boolean | undefined;
}

export type PasswordRule = 'length' | 'name' | 'common' | 'differs';

export const MAX_PASSWORD_LENGTH = 128;
/** Shorter names appear in many passwords by chance. */
const MIN_NAME_LENGTH = 3;

const normalize = (text: string): string => text.toLowerCase().replaceAll(/[\s._-]/g, '');

function containsName(password: string, { username, displayName, email }: PasswordOwner): boolean {
  const names = [username, displayName, email.split('@')[0] ?? ''].map(normalize);
  return names.some((name) => name.length >= MIN_NAME_LENGTH && normalize(password).includes(name));
}

/** Checks the same rules as the server; the result of a rule is undefined while it cannot be checked. */
export function checkPasswordRules(input: NewPasswordInput): [PasswordRule, boolean | undefined][] {
  const { password, owner, minLength, oldPassword, isGuessable } = input;
  const hasPassword = password !== '';
  const results: [PasswordRule, boolean | undefined][] = [
    // code points, as JSON Schema counts them
    ['length', [...password].length >= minLength],
  ];
  if (owner) results.push(['name', hasPassword && !containsName(password, owner)]);
  results.push(['common', isGuessable === undefined ? undefined : hasPassword && !isGuessable]);
  if (oldPassword !== undefined)
    results.push(['differs', oldPassword === '' ? undefined : hasPassword && password !== oldPassword]);
  return results;
}
