import { useSyncExternalStore } from 'react';
import type { Schemas } from '#api/metadata.gen.ts';
import { isPlainObject } from '#crud/pointers.ts';
import { session } from '#session/session.ts';
import { useSessionState } from '#session/use-session-state.ts';

export interface ListPreferences {
  density: 'comfortable' | 'compact';
  widths: Record<string, number>;
  /** The shown columns, if the address has none. */
  columns?: string[] | undefined;
  /** Whether columns that are empty in all rows are shown. */
  showsEmptyColumns?: boolean | undefined;
}

/** This browser's copies of the preferences, by storage key (one per user and list), so that lists need not wait for the account's. */
const copies = new Map<string, ListPreferences>();
const renderListeners = new Set<() => void>();
const userChangeListeners = new Set<(list: string) => void>();
/** The lists that were changed before anybody observed changes. */
const unreportedLists = new Set<string>();

const keyPrefix = (): string => `list:${session.user?.username ?? ''}:`;

/** Reads what is stored, which another release may have written; what is not understood is left out. */
function parsePreferences(text: string): ListPreferences {
  const stored: unknown = JSON.parse(text);
  const { density, widths, columns, showsEmptyColumns } = isPlainObject(stored) ? stored : {};
  return {
    density: density === 'compact' ? 'compact' : 'comfortable',
    widths: Object.fromEntries(
      Object.entries(isPlainObject(widths) ? widths : {}).filter(
        (entry): entry is [string, number] => typeof entry[1] === 'number',
      ),
    ),
    columns: Array.isArray(columns) ? columns.filter((id) => typeof id === 'string') : undefined,
    showsEmptyColumns: showsEmptyColumns === true || undefined,
  };
}

function readStored(key: string): ListPreferences {
  try {
    return parsePreferences(localStorage.getItem(key) ?? '{}');
  } catch {
    return parsePreferences('{}');
  }
}

function read(key: string): ListPreferences {
  const preferences = copies.get(key) ?? readStored(key);
  copies.set(key, preferences);
  return preferences;
}

/** Replaces this browser's copy, without counting it as the user's choice. */
export function setListPreferences(list: string, preferences: ListPreferences): void {
  const key = keyPrefix() + list;
  if (JSON.stringify(read(key)) === JSON.stringify(preferences)) return;
  copies.set(key, preferences);
  try {
    localStorage.setItem(key, JSON.stringify(preferences));
  } catch {
    // if the storage is full, the settings last until the page is closed
  }
  for (const render of renderListeners) render();
}

export const getListPreferences = (list: string): ListPreferences => read(keyPrefix() + list);

function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Returns the lists of which this browser has a copy of the user's preferences. */
export const storedLists = (): string[] => storedKeys(keyPrefix()).map((key) => key.slice(keyPrefix().length));

/** Removes and returns the preferences that were stored before each user had their own. */
export function takeListsWithoutUser(): Map<string, ListPreferences> {
  const taken = new Map<string, ListPreferences>();
  for (const key of storedKeys('list:')) {
    const [, list] = /^list:([a-z_-]+)$/.exec(key) ?? [];
    if (list === undefined) continue;
    taken.set(list, readStored(key));
    localStorage.removeItem(key);
  }
  return taken;
}

/** Calls the listener when the user changes how a list is shown, also for changes before the first listener. */
export function onListPreferencesChange(listener: (list: string) => void): () => void {
  userChangeListeners.add(listener);
  for (const list of unreportedLists) listener(list);
  unreportedLists.clear();
  return () => void userChangeListeners.delete(listener);
}

/** Reads a list's preferences again after another tab has stored them. Returns the list's name, or undefined for another storage key. */
export function reloadListPreferences(key: string): string | undefined {
  if (!key.startsWith(keyPrefix())) return undefined;
  copies.delete(key);
  for (const render of renderListeners) render();
  return key.slice(keyPrefix().length);
}

/** The limits of the contract. */
const MAX_COLUMNS = 100;
const COLUMN_NAME = /^[!-~]([ -~]{0,58}[!-~])?$/;

/** Returns a list's preferences in the contract's form. */
export function toListEntry(list: string): Schemas['ListPreferences'] {
  const { density, columns, widths, showsEmptyColumns } = getListPreferences(list);
  const entries = Object.entries(widths).filter(([column]) => COLUMN_NAME.test(column));
  return {
    list,
    ...(density === 'compact' && { density }),
    ...(columns && { columns: columns.filter((column) => COLUMN_NAME.test(column)).slice(0, MAX_COLUMNS) }),
    ...(entries.length > 0 && {
      widths: entries.slice(-MAX_COLUMNS).map(([column, width]) => ({ column, width: Math.round(width) })),
    }),
    ...(showsEmptyColumns && { showsEmptyColumns }),
  };
}

export const fromListEntry = ({
  density,
  widths = [],
  columns,
  showsEmptyColumns,
}: Schemas['ListPreferences']): ListPreferences => ({
  density: density === 'compact' ? 'compact' : 'comfortable',
  widths: Object.fromEntries(widths.map(({ column, width }) => [column, width])),
  columns,
  showsEmptyColumns: showsEmptyColumns || undefined,
});

function subscribe(render: () => void) {
  renderListeners.add(render);
  return () => void renderListeners.delete(render);
}

/** How the user wants a list to look, which the account keeps. */
export function useListPreferences(list: string) {
  // another user has other preferences
  useSessionState();
  const preferences = useSyncExternalStore(subscribe, () => getListPreferences(list));
  function change(part: Partial<ListPreferences>): void {
    setListPreferences(list, { ...getListPreferences(list), ...part });
    if (userChangeListeners.size === 0) unreportedLists.add(list);
    for (const listener of userChangeListeners) listener(list);
  }
  return { preferences, change };
}
