import { isPlainObject } from '#crud/pointers.ts';
import { languages } from '#i18n/i18n.ts';
import { themes } from './theme-menu.tsx';

export type AppearanceChoice = 'theme' | 'language';
/** Something that is chosen and saved by itself: the theme, the language, or how one list is shown. */
export type Choice = AppearanceChoice | `list:${string}`;

export const storedTheme = () => themes.find((id) => id === readItem('theme'));
export const storedLanguage = () => languages.find((id) => id === readItem('language'));

/** Who chose the theme or language that this browser stores. The stored value is shown to the next user too. */
interface AppearanceOwner {
  user: unknown;
  value: unknown;
}

const CHOOSERS_KEY = 'chosen-by';

export function readAppearanceOwners(): Partial<Record<AppearanceChoice, AppearanceOwner>> {
  const stored = parseItem(CHOOSERS_KEY);
  // the cast: only the function below writes this key, and what is in a chooser is only compared
  return isPlainObject(stored) ? (stored as Partial<Record<AppearanceChoice, AppearanceOwner>>) : {};
}

export function writeAppearanceOwner(choice: AppearanceChoice, user: string): void {
  const value = choice === 'theme' ? storedTheme() : storedLanguage();
  if (value) writeItem(CHOOSERS_KEY, { ...readAppearanceOwners(), [choice]: { user, value } });
}

/** The choices that are not in the account yet, also those of this user's other tabs and earlier visits. */
export function createUnsavedChoices(username: string) {
  const key = `unsaved-preferences:${username}`;
  // keeps the choices of this tab if the browser refuses storage
  const own = new Set<Choice>();
  function list(): Choice[] {
    const stored = parseItem(key);
    return [...new Set([...own, ...(Array.isArray(stored) ? stored.filter(isChoice) : [])])];
  }
  return {
    list,
    has: (choice: Choice) => list().includes(choice),
    add(choice: Choice) {
      own.add(choice);
      writeItem(key, list());
    },
    remove(saved: readonly Choice[]) {
      for (const choice of saved) own.delete(choice);
      const rest = list().filter((choice) => !saved.includes(choice));
      writeItem(key, rest.length > 0 ? rest : null);
    },
  };
}

const isChoice = (value: unknown): value is Choice =>
  value === 'theme' || value === 'language' || (typeof value === 'string' && /^list:[a-z][a-z_-]{0,39}$/.test(value));

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parseItem(key: string): unknown {
  try {
    return JSON.parse(readItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function writeItem(key: string, value: object | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // the browser refuses storage
  }
}
