import type { AnswerFromMemory } from './remembered-views.ts';

interface ListPreferences {
  list: string;
  [member: string]: unknown;
}

interface Preferences {
  theme: string | null;
  language: string | null;
  lists: ListPreferences[];
}

/** Remembers the preferences that the console saves while it runs on the mock, whose example would change its theme. */
export function createRememberedPreferences(): AnswerFromMemory {
  let preferences: Preferences = { theme: null, language: null, lists: [] };

  return (method, path, body) => {
    if (path !== '/api/v1/profile/preferences') return undefined;
    if (method === 'PUT') {
      const { lists = [], ...change }: Partial<Preferences> = JSON.parse(body);
      const others = preferences.lists.filter(({ list }) => lists.every((changed) => changed.list !== list));
      const chosen = lists.filter((entry) => Object.keys(entry).length > 1);
      preferences = { ...preferences, ...change, lists: [...chosen, ...others] };
    }
    return { status: 200, data: preferences };
  };
}
