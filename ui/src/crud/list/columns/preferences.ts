import { useState } from 'react';

export interface ListPreferences {
  density: 'comfortable' | 'compact';
  widths: Record<string, number>;
  /** The shown columns, if the address has none. */
  columns?: string[] | undefined;
  /** Whether columns that are empty in all rows are shown. */
  showsEmptyColumns?: boolean;
}

const defaults: ListPreferences = { density: 'comfortable', widths: {} };

function read(key: string): ListPreferences {
  try {
    // the cast: only the function below writes this key
    return { ...defaults, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<ListPreferences>) };
  } catch {
    return defaults;
  }
}

/** Stores a list's display settings on this device. */
export function useListPreferences(name: string) {
  const key = `list:${name}`;
  const [preferences, set] = useState(() => read(key));
  function change(part: Partial<ListPreferences>): void {
    const next = { ...preferences, ...part };
    set(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // if the storage is full, the settings last until the page is closed
    }
  }
  return { preferences, change };
}
