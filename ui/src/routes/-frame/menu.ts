import { routes } from '#api/facts.gen.ts';
import { entities } from '#entities/index.ts';
import type { Texts } from '#i18n/zh.ts';
import type { IconName } from '#kit/buttons/icon.tsx';

export interface MenuItem {
  path: string;
  icon: IconName;
  label: `entity.${keyof Texts['entity']}.many` | `menu.${keyof Texts['menu']}`;
  permission?: string;
  /** One of these is enough. */
  anyOf?: readonly string[];
  /** The kind whose number of records stands beside it. */
  entity?: keyof Texts['entity'];
  /** People who wait to be let in are told beside it. */
  people?: true;
}

export interface MenuGroup {
  id: 'reference' | 'propagation' | 'people' | 'system';
  icon: IconName;
  items: readonly MenuItem[];
}

export const homeItem: MenuItem = { path: '/', icon: 'home', label: 'menu.home' };

/** Whether a page is the menu's, or stands below it: a form below its list. */
export const isAt = ({ path }: MenuItem, pathname: string): boolean =>
  pathname === path || (path !== homeItem.path && pathname.startsWith(`${path}/`));

export const canOpenItem = ({ permission, anyOf }: MenuItem, can: (permission: string) => boolean): boolean =>
  (!permission || can(permission)) && (!anyOf || anyOf.some(can));

const administration = (
  subject:
    | 'user'
    | 'role'
    | 'permission'
    | 'user_log'
    | 'system_config'
    | 'sync_status'
    | 'data_subscriber'
    | 'task'
    | 'data_log',
  icon: IconName,
): MenuItem => ({ path: routes[subject], icon, label: `menu.${subject}`, permission: `${subject}:read` });

/** The pages there are, by the spec's groups. */
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
      })),
      {
        path: routes.import,
        icon: 'upload',
        label: 'menu.import',
        anyOf: entities.flatMap(({ key }) => [`${key}:import`, `${key}:review`]),
      },
    ],
  },
  {
    id: 'propagation',
    icon: 'broadcast',
    items: [
      administration('sync_status', 'sync'),
      administration('data_subscriber', 'broadcast'),
      administration('task', 'tasks'),
      administration('data_log', 'log'),
    ],
  },
  {
    id: 'people',
    icon: 'users',
    items: [
      { ...administration('user', 'users'), people: true },
      administration('role', 'shield'),
      administration('permission', 'key'),
      administration('user_log', 'log'),
    ],
  },
  { id: 'system', icon: 'sliders', items: [administration('system_config', 'sliders')] },
];
