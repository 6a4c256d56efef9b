import { type Database, fromJson, type Transaction, transactWithinTimeLimit } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { validatorAt } from '#http/validators.ts';
import { lockOwnSession } from './sessions.ts';

type Preferences = Schemas['Preferences'];
type ListPreferences = Schemas['ListPreferences'];

/** As stored; another release may have stored more, or other values. */
interface StoredPreferences {
  theme?: unknown;
  language?: unknown;
  lists?: unknown[];
}

/** How many lists a person has preferences for. */
const MAX_LISTS = 50;

/** Creates the handlers of the caller's preferences. */
export const preferenceHandlers = ({
  db,
}: {
  db: Database;
}): Pick<Handlers, Extract<OperationId, 'getPreferences' | 'updatePreferences'>> => ({
  getPreferences: async ({ caller }) => ({ status: 200, data: toPreferences(await readStored(db, caller.id)) }),

  updatePreferences: async ({ body, caller }) => {
    const stored = await transactWithinTimeLimit(caller, db, async (trx) => {
      // serialises a user's changes, so that each is merged with the one before
      await lockOwnSession(trx, caller);
      const merged = merge(await readStored(trx, caller.id), body);
      const row = { user_id: caller.id, preferences: JSON.stringify(merged) };
      await trx('user_preferences').insert(row).onConflict().merge();
      return merged;
    });
    return { status: 200, data: toPreferences(stored) };
  },
});

/** Reads what a page shows from the beginning. */
export async function readAppearance(db: Database, userId: number): Promise<Schemas['Appearance']> {
  const { theme, language } = toPreferences(await readStored(db, userId));
  return { theme, language };
}

async function readStored(db: Database | Transaction, userId: number): Promise<StoredPreferences> {
  const row = await db('user_preferences').where('user_id', userId).first('preferences');
  return row ? fromJson<StoredPreferences>(row.preferences) : {};
}

function merge(stored: StoredPreferences, { lists: changes = [], ...rest }: Schemas['PreferencesBody']) {
  // if a list is named twice, its last entry wins
  const changed = new Map(changes.map((entry) => [entry.list, entry]));
  const others = (stored.lists ?? []).filter((entry) => !changed.has(listOf(entry)));
  const chosen = [...changed.values()].filter((entry) => Object.keys(entry).length > 1);
  return { ...stored, ...rest, lists: [...chosen, ...others].slice(0, MAX_LISTS) };
}

// the cast: whatever is stored, `list` is missing or compared with names
const listOf = (entry: unknown): string => (entry as Partial<ListPreferences> | null)?.list ?? '';

const isTheme = validatorAt('/components/schemas/Theme');
const isLanguage = validatorAt('/components/schemas/Language');
const isListPreferences = validatorAt('/components/schemas/ListPreferences');

/** Leaves out what this release does not know; it stays stored for the release that does. */
const toPreferences = ({ theme, language, lists = [] }: StoredPreferences): Preferences => ({
  // the casts: validated against the contract
  theme: isTheme(theme) ? (theme as Preferences['theme']) : null,
  language: isLanguage(language) ? (language as Preferences['language']) : null,
  lists: lists.filter((entry) => isListPreferences(entry)) as ListPreferences[],
});
