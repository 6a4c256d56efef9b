import { useState } from 'react';

export interface ListPreferences {
  density: 'comfortable' | 'compact';
  widths: Record<string, number>;
  /** The columns shown, where an address says nothing of them. */
  columns?: string[] | undefined;
  /** Columns that are empty in all rows are shown too. */
  showsEmptyColumns?: boolean;
}

const defaults: ListPreferences = { density: 'comfortable', widths: {} };

function read(key: string): ListPreferences {
  try {
    // only this function's counterpart below writes the key
    return { ...defaults, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<ListPreferences>) };
  } catch {
    return defaults;
  }
}

/** How this person likes this list, kept on this device. */
export function useListPreferences(name: string) {
  const key = `list:${name}`;
  const [preferences, set] = useState(() => read(key));
  function change(part: Partial<ListPreferences>): void {
    const next = { ...preferences, ...part };
    set(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // a browser without room keeps it for this page's life
    }
  }
  return { preferences, change };
}
