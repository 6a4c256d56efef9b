import type { Language } from '#api/facts.gen.ts';

type Load<T> = () => Promise<{ texts: T }>;

/** Both languages of a group: what one of them says the other has to say as well, or it does not compile. */
const both = <T>(zh: Load<T>, en: Load<NoInfer<T>>): Record<Language, Load<T>> => ({ 'zh-CN': zh, en });

/** The texts in groups, each loaded in one language by the pages that need it: `core` by all, `frame` by all who are signed in. */
export const groups = {
  account: both(
    () => import('./zh-account.ts'),
    () => import('./en-account.ts'),
  ),
  core: both(
    () => import('./zh-core.ts'),
    () => import('./en-core.ts'),
  ),
  dataLogs: both(
    () => import('./zh-data-logs.ts'),
    () => import('./en-data-logs.ts'),
  ),
  frame: both(
    () => import('./zh-frame.ts'),
    () => import('./en-frame.ts'),
  ),
  imports: both(
    () => import('./zh-imports.ts'),
    () => import('./en-imports.ts'),
  ),
  logs: both(
    () => import('./zh-logs.ts'),
    () => import('./en-logs.ts'),
  ),
  people: both(
    () => import('./zh-people.ts'),
    () => import('./en-people.ts'),
  ),
  roles: both(
    () => import('./zh-roles.ts'),
    () => import('./en-roles.ts'),
  ),
  subscribers: both(
    () => import('./zh-subscribers.ts'),
    () => import('./en-subscribers.ts'),
  ),
  sync: both(
    () => import('./zh-sync.ts'),
    () => import('./en-sync.ts'),
  ),
  system: both(
    () => import('./zh-system.ts'),
    () => import('./en-system.ts'),
  ),
  tasks: both(
    () => import('./zh-tasks.ts'),
    () => import('./en-tasks.ts'),
  ),
};

export type Group = keyof typeof groups;
