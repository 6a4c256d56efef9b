import { useSyncExternalStore } from 'react';

export interface ListPreferences {
  density: 'comfortable' | 'compact';
  widths: Record<string, number>;
  /** The shown columns, if the address has none. */
  columns?: string[] | undefined;
  /** Whether columns that are empty in all rows are shown. */
  showsEmptyColumns?: boolean;
}

const defaults: ListPreferences = { density: 'comfortable', widths: {} };

const loaded = new Map<string, ListPreferences>();
const listeners = new Set<() => void>();

const storageKey = (name: string) => `list:${name}`;

function readStored(name: string): ListPreferences {
  try {
    // the cast: only the function below writes this key
    return { ...defaults, ...(JSON.parse(localStorage.getItem(storageKey(name)) ?? '{}') as Partial<ListPreferences>) };
  } catch {
    return defaults;
  }
}

function read(name: string): ListPreferences {
  const preferences = loaded.get(name) ?? readStored(name);
  loaded.set(name, preferences);
  return preferences;
}

function change(name: string, part: Partial<ListPreferences>): void {
  const next = { ...read(name), ...part };
  loaded.set(name, next);
  try {
    localStorage.setItem(storageKey(name), JSON.stringify(next));
  } catch {
    // if the storage is full, the settings last until the page is closed
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Stores a list's display settings on this device. */
export function useListPreferences(name: string) {
  const preferences = useSyncExternalStore(subscribe, () => read(name));
  return { preferences, change: (part: Partial<ListPreferences>) => change(name, part) };
}
