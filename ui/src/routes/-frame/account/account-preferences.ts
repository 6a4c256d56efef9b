import type { Language, Schemas } from '#api/metadata.gen.ts';
import { Problem } from '#api/problem.ts';
import {
  fromListEntry,
  onListPreferencesChange,
  reloadListPreferences,
  setListPreferences,
  storedLists,
  takeListsWithoutUser,
  toListEntry,
} from '#crud/list/columns/preferences.ts';
import { language, onLanguageChange, setLanguage } from '#i18n/i18n.ts';
import { api, session } from '#session/session.ts';
import type { User } from '#session/session-types.ts';
import {
  type AppearanceChoice,
  type Choice,
  createUnsavedChoices,
  readAppearanceOwners,
  storedLanguage,
  storedTheme,
  writeAppearanceOwner,
} from '../stored-choices.ts';
import { currentTheme, onThemeChange, setTheme, type Theme } from '../theme-menu.tsx';

type Preferences = Schemas['Preferences'];
type PreferencesBody = Schemas['PreferencesBody'];

const SAVE_DELAY_MS = 1000;
/** Another device may have changed the preferences while this page was hidden for so long. */
const RELOAD_AFTER_MS = 5 * 60_000;
const SIGN_OUT_TIMEOUT_MS = 2000;
/** How many lists a request may have; the next one saves the others. */
const MAX_LISTS = 50;

interface Account {
  load: (signal: AbortSignal) => Promise<Preferences>;
  /** `timeout` is in milliseconds. */
  save: (body: PreferencesBody, timeout: number) => Promise<unknown>;
}

const PATH = '/api/v1/profile/preferences';

const ownAccount: Account = {
  load: async (signal) => (await api.GET(PATH, { signal, quiet: true })).data,
  save: (body, timeout) => api.PUT(PATH, { body, timeout, quiet: true, keepalive: true }),
};

/**
 * Applies the account's preferences to this browser, and saves changes to the account, until the signal aborts. The account's preferences win
 * over this browser's copies, except for choices that could not be saved yet. Choices are saved one by one, so that tabs and devices never undo
 * each other's. Failures are not reported: the copies stay, and the next change, or the next time the page is opened or shown, tries again. `shown` is what the page has
 * shown before this code was loaded.
 */
export function syncPreferences(
  { username, preview }: Pick<User, 'username' | 'preview'>,
  shown: { theme: Theme; language: Language },
  signal: AbortSignal,
  account: Account = ownAccount,
): void {
  if (signal.aborted) return;
  const unsaved = createUnsavedChoices(username);
  /** Choices made since the last load began, whose response may be older. */
  let changedSinceLoad = new Set<Choice>();
  let loadedAt = 0;
  let isLoading = false;
  /** Somebody who signs in on this page may have chosen the theme or the language just before. */
  let hasJustSignedIn = session.actor.getSnapshot().context.outcome !== null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving = Promise.resolve();

  function markUnsaved(choice: Choice): void {
    changedSinceLoad.add(choice);
    unsaved.add(choice);
    if (choice === 'theme' || choice === 'language') writeAppearanceOwner(choice, username);
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY_MS);
  }

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    // another user has signed in since, so what this browser shows is their choice and must not be saved for this one
    for (const choice of ['theme', 'language'] as const)
      if (readAppearanceOwners()[choice]?.user !== username) unsaved.remove([choice]);
    changedSinceLoad = new Set(unsaved.list());
    try {
      const preferences = await account.load(signal);
      if (signal.aborted) return;
      adopt(preferences);
      hasJustSignedIn = false;
      loadedAt = Date.now();
      await save();
    } catch {
      // the copies of this browser stay
    } finally {
      isLoading = false;
    }
  }

  const isNewer = (choice: Choice): boolean => changedSinceLoad.has(choice) || unsaved.has(choice);

  function adopt({ theme, language, lists }: Preferences): void {
    adoptAppearance('theme', theme, storedTheme(), 'light', (next) => {
      shown.theme = next;
      setTheme(next);
    });
    adoptAppearance('language', language, storedLanguage(), 'zh-CN', (next) => {
      shown.language = next;
      // without its texts the language stays
      setLanguage(next).catch(() => {});
    });
    const saved = new Map(lists.map((entry) => [entry.list, fromListEntry(entry)]));
    for (const list of new Set([...saved.keys(), ...storedLists()]))
      if (!isNewer(`list:${list}`)) setListPreferences(list, saved.get(list) ?? fromListEntry({ list }));
    if (preview) return;
    for (const [list, preferences] of takeListsWithoutUser()) {
      if (saved.has(list) || isNewer(`list:${list}`)) continue;
      setListPreferences(list, preferences);
      markUnsaved(`list:${list}`);
    }
  }

  /** Applies the account's value. If it has none, the browser's value becomes the account's, unless another user chose it. */
  function adoptAppearance<Value extends string>(
    choice: AppearanceChoice,
    saved: Value | null,
    stored: Value | undefined,
    initial: Value,
    show: (value: Value) => void,
  ): void {
    if (isNewer(choice)) return;
    const chooser = readAppearanceOwners()[choice];
    const isChosenAnew = stored !== undefined && stored !== chooser?.value;
    if (saved !== null && !(isChosenAnew && hasJustSignedIn && chooser?.user === username)) show(saved);
    else if (isChosenAnew) markUnsaved(choice);
    else if (stored !== undefined && chooser?.user !== username) show(initial);
    writeAppearanceOwner(choice, username);
  }

  /** Saves what is unsaved, after a save that is under way, as two requests may arrive in another order. */
  function save(timeout = 10_000): Promise<void> {
    clearTimeout(timer);
    if (!preview) saving = saving.then(() => send(timeout));
    return saving;
  }

  async function send(timeout: number): Promise<void> {
    const body = toBody(unsaved.list());
    const choices = choicesOf(body);
    if (choices.length === 0 || signal.aborted) return;
    const settled = await account.save(body, timeout).then(
      () => choices,
      (error) => invalidChoices(body, error),
    );
    const now = toBody(settled);
    unsaved.remove(settled.filter((choice) => readChoice(body, choice) === readChoice(now, choice)));
    // the others were refused together with the invalid ones
    if (settled.length > 0 && settled.length < choices.length) await send(timeout);
  }

  function onStorage({ key }: StorageEvent): void {
    if (key === 'theme') {
      shown.theme = storedTheme() ?? shown.theme;
      changedSinceLoad.add('theme');
      setTheme(shown.theme);
    } else if (key === 'language') {
      shown.language = storedLanguage() ?? shown.language;
      changedSinceLoad.add('language');
      setLanguage(shown.language).catch(() => {});
    } else if (key !== null) {
      const list = reloadListPreferences(key);
      if (list !== undefined) changedSinceLoad.add(`list:${list}`);
    }
  }

  function onVisibilityChange(): void {
    if (document.visibilityState === 'hidden') void save();
    else if (Date.now() - loadedAt > RELOAD_AFTER_MS) void load();
  }

  function onThemeChosen(): void {
    if (currentTheme() === shown.theme) return;
    shown.theme = currentTheme();
    markUnsaved('theme');
  }

  function onLanguageChosen(): void {
    const chosen = storedLanguage() ?? language();
    if (chosen === shown.language) return;
    shown.language = chosen;
    markUnsaved('language');
  }

  addEventListener('storage', onStorage, { signal });
  addEventListener('online', () => void load(), { signal });
  addEventListener('pagehide', () => void save(), { signal });
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
  const stopFollowing = [
    onThemeChange(onThemeChosen),
    onLanguageChange(onLanguageChosen),
    onListPreferencesChange((list) => markUnsaved(`list:${list}`)),
    session.beforeLogout(() => save(SIGN_OUT_TIMEOUT_MS)),
  ];
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const stop of stopFollowing) stop();
  });
  onThemeChosen();
  onLanguageChosen();
  void load();
}

function toBody(choices: readonly Choice[]): PreferencesBody {
  const lists = choices.flatMap((choice) => (choice.startsWith('list:') ? choice.slice('list:'.length) : []));
  return {
    ...(choices.includes('theme') && { theme: currentTheme() }),
    ...(choices.includes('language') && { language: storedLanguage() ?? language() }),
    ...(lists.length > 0 && { lists: lists.slice(0, MAX_LISTS).map(toListEntry) }),
  };
}

const choicesOf = ({ theme, language, lists = [] }: PreferencesBody): Choice[] => [
  ...(theme ? ['theme' as const] : []),
  ...(language ? ['language' as const] : []),
  ...lists.map(({ list }) => `list:${list}` as const),
];

/**
 * Returns the choices that the server calls invalid, which it would refuse again. Anything else is worth another try: an older server of
 * an upgrade, for example, does not know the address.
 */
function invalidChoices(body: PreferencesBody, error: unknown): Choice[] {
  const isRefusal = error instanceof Problem && error.code !== 0 && (error.status === 400 || error.status === 422);
  if (!isRefusal) return [];
  const choices = choicesOf(body);
  const named = error.fields.map(({ pointer }) => {
    const [, name, index] = pointer.split('/');
    const list = name === 'lists' && index !== undefined ? body.lists?.[Number(index)]?.list : undefined;
    return list === undefined ? name : `list:${list}`;
  });
  const invalid = choices.filter((choice) => named.includes(choice));
  return invalid.length > 0 ? invalid : choices;
}

const readChoice = ({ lists = [], ...appearance }: PreferencesBody, choice: Choice): string | undefined =>
  choice === 'theme' || choice === 'language'
    ? appearance[choice]
    : JSON.stringify(lists.find(({ list }) => choice === `list:${list}`));
