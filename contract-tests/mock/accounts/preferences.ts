import type { ListPreferences, MockData, Preferences } from '../data.ts';
import { type Handlers, ok } from '../request.ts';

const MAX_LISTS = 50;

export const preferencesOf = ({ preferences }: MockData, userId: number): Preferences =>
  preferences.get(userId) ?? { theme: null, language: null, lists: [] };

/** The caller's own preferences: what a change leaves out stays, and a list is replaced as a whole. */
export const preferencesHandlers = (data: MockData): Handlers => ({
  getPreferences: ({ caller }) => ok(preferencesOf(data, caller.account.id)),
  updatePreferences: ({ body, caller }) => {
    const { lists = [], ...others } = body as Partial<Preferences>; // Cast: validated by Prism.
    const current = preferencesOf(data, caller.account.id);
    const kept = current.lists.filter(({ list }) => !lists.some((changed) => changed.list === list));
    // a list with nothing but its name is as at first
    const chosen = lists.filter((each: ListPreferences) => Object.keys(each).length > 1).toReversed();
    const next = { ...current, ...others, lists: [...chosen, ...kept].slice(0, MAX_LISTS) };
    data.preferences.set(caller.account.id, next);
    return ok(next);
  },
});
