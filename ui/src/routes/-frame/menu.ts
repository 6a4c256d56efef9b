import { type EntityKey, routes } from '#api/metadata.gen.ts';
import { entities } from '#entities/index.ts';
import type { Texts } from '#i18n/zh.ts';
import type { IconName } from '#kit/buttons/icon.tsx';

type PageSearch = Readonly<Record<string, string | number | undefined>>;

export interface MenuItem {
  path: string;
  /** The URL parameters of a part of the page. */
  search?: PageSearch;
  icon: IconName;
  label: `entity.${keyof Texts['entity']}.many` | `menu.${keyof Texts['menu']}`;
  /** the letter that opens the page after G */
  letter?: string | undefined;
  permission?: string;
  /** permissions of which at least one is required */
  anyOf?: readonly string[];
  /** the entity whose number of records is shown beside the item */
  entity?: keyof Texts['entity'];
  /** shows the number of accounts that await approval */
  showsPendingPeople?: true;
}

type AdministrationSubject =
  | ('user' | 'role' | 'permission' | 'user_log' | 'system_config')
  | ('sync_status' | 'data_subscriber' | 'task' | 'data_log');
type Subject = EntityKey | AdministrationSubject | 'import' | 'change_set' | 'calendar';

export interface MenuGroup {
  id: 'reference' | 'propagation' | 'people' | 'system';
  icon: IconName;
  items: readonly MenuItem[];
}

/** The letters that open a page after G. */
const PAGE_LETTERS: Record<EntityKey, string> & Partial<Record<Subject, string>> = {
  country: 'c',
  city: 'i',
  airport: 'a',
  train_station: 't',
  eurail_station: 'e',
  airline: 'l',
  cabin: 'b',
  protocol: 'p',
  rate_board: 'r',
  import: 'm',
  change_set: 'w',
  calendar: 'y',
  sync_status: 's',
  data_subscriber: 'd',
  task: 'k',
  data_log: 'g',
  user: 'u',
  role: 'o',
  permission: 'n',
  user_log: 'v',
  system_config: 'x',
};

export const homeItem: MenuItem = { path: '/', icon: 'home', label: 'menu.home', letter: 'h' };

/** The review queue, which the menu leaves to the home page. */
const reviewItem: MenuItem = {
  path: homeItem.path,
  search: { review: 'all' },
  icon: 'check',
  label: 'menu.review',
  letter: 'q',
  anyOf: entities.map(({ key }) => `${key}:review`),
};

/** Whether a page is the menu item's own or below it, such as a form below its list. */
export const isItemActive = ({ path }: MenuItem, pathname: string): boolean =>
  pathname === path || (path !== homeItem.path && pathname.startsWith(`${path}/`));

const lastSearches = new Map<string, PageSearch>();

/** Remembers what a page shows, such as its filters and its order, but not what is open beside it. */
export function rememberSearch(pathname: string, search: PageSearch): void {
  const { id: _id, panel: _panel, item: _item, field, fromProposal: _fromProposal, ...shown } = search;
  // a pointer is the field of an open form; the data log is filtered by the name of one
  const isFilter = typeof field === 'string' && !field.startsWith('/');
  lastSearches.set(pathname, isFilter ? { ...shown, field } : shown);
}

/** Forgets what pages showed, which is of no use to the next user. */
export const forgetSearches = (): void => lastSearches.clear();

/** Returns the URL parameters that the item's page had when the user left it. While that page is open, and for the home page, the link has no parameters. */
export const lastSearchOf = ({ path }: MenuItem, pathname: string): PageSearch =>
  path === pathname || path === homeItem.path ? {} : (lastSearches.get(path) ?? {});

export const canOpenItem = ({ permission, anyOf }: MenuItem, isAllowed: (permission: string) => boolean): boolean =>
  (!permission || isAllowed(permission)) && (!anyOf || anyOf.some(isAllowed));

const administrationItem = (subject: AdministrationSubject, icon: IconName): MenuItem => ({
  path: routes[subject],
  icon,
  label: `menu.${subject}`,
  permission: `${subject}:read`,
  letter: PAGE_LETTERS[subject],
});

/** All pages in the order of the menu. */
export const menuGroups: readonly MenuGroup[] = [
  {
    id: 'reference',
    icon: 'globe',
    items: [
      ...entities.map(({ key, path, icon }) => ({
        path,
        icon,
        label: `entity.${key}.many` as const,
        permission: `${key}:read`,
        entity: key,
        letter: PAGE_LETTERS[key],
      })),
      {
        path: routes.import,
        icon: 'upload',
        label: 'menu.import',
        letter: PAGE_LETTERS.import,
        anyOf: entities.flatMap(({ key }) => [`${key}:import`, `${key}:review`]),
      },
      {
        path: '/change-sets',
        icon: 'layers',
        label: 'menu.change_set',
        letter: PAGE_LETTERS.change_set,
        anyOf: entities.map(({ key }) => `${key}:read`),
      },
      {
        path: '/calendar',
        icon: 'calendar',
        label: 'menu.calendar',
        letter: PAGE_LETTERS.calendar,
        anyOf: entities.map(({ key }) => `${key}:read`),
      },
    ],
  },
  {
    id: 'propagation',
    icon: 'broadcast',
    items: [
      administrationItem('sync_status', 'sync'),
      administrationItem('data_subscriber', 'broadcast'),
      administrationItem('task', 'tasks'),
      administrationItem('data_log', 'log'),
    ],
  },
  {
    id: 'people',
    icon: 'users',
    items: [
      { ...administrationItem('user', 'users'), showsPendingPeople: true },
      administrationItem('role', 'shield'),
      administrationItem('permission', 'key'),
      administrationItem('user_log', 'activity'),
    ],
  },
  { id: 'system', icon: 'sliders', items: [administrationItem('system_config', 'sliders')] },
];

/** Everything that a letter after G and the command palette open. */
export const listPages = (): readonly MenuItem[] => [homeItem, reviewItem, ...menuGroups.flatMap(({ items }) => items)];
