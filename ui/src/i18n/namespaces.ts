import type { Language } from '#api/metadata.gen.ts';
import type { Translation } from './zh.ts';

type Load<T> = () => Promise<{ texts: T }>;

/** A namespace in both languages, whose texts must have the same keys to compile. */
const inBoth = <T>(zh: Load<T>, en: Load<Translation<NoInfer<T>>>) =>
  ({ 'zh-CN': zh, en }) satisfies Record<Language, unknown>;

/**
 * The namespaces of texts, each loaded in one language by the pages that need it: `core` by all, `frame` by all who are signed in.
 * Keys are looked up in the loaded namespaces in this order, so that callers need not name the namespace.
 */
export const namespaces = {
  core: inBoth(
    () => import('./zh-CN/core.ts'),
    () => import('./en/core.ts'),
  ),
  frame: inBoth(
    () => import('./zh-CN/frame.ts'),
    () => import('./en/frame.ts'),
  ),
  account: inBoth(
    () => import('./zh-CN/account.ts'),
    () => import('./en/account.ts'),
  ),
  dataLogs: inBoth(
    () => import('./zh-CN/data-logs.ts'),
    () => import('./en/data-logs.ts'),
  ),
  home: inBoth(
    () => import('./zh-CN/home.ts'),
    () => import('./en/home.ts'),
  ),
  imports: inBoth(
    () => import('./zh-CN/imports.ts'),
    () => import('./en/imports.ts'),
  ),
  logs: inBoth(
    () => import('./zh-CN/logs.ts'),
    () => import('./en/logs.ts'),
  ),
  people: inBoth(
    () => import('./zh-CN/people.ts'),
    () => import('./en/people.ts'),
  ),
  review: inBoth(
    () => import('./zh-CN/review.ts'),
    () => import('./en/review.ts'),
  ),
  roles: inBoth(
    () => import('./zh-CN/roles.ts'),
    () => import('./en/roles.ts'),
  ),
  subscribers: inBoth(
    () => import('./zh-CN/subscribers.ts'),
    () => import('./en/subscribers.ts'),
  ),
  sync: inBoth(
    () => import('./zh-CN/sync.ts'),
    () => import('./en/sync.ts'),
  ),
  system: inBoth(
    () => import('./zh-CN/system.ts'),
    () => import('./en/system.ts'),
  ),
  tasks: inBoth(
    () => import('./zh-CN/tasks.ts'),
    () => import('./en/tasks.ts'),
  ),
};

export type Namespace = keyof typeof namespaces;

/** The texts of each namespace, from which the types of keys are derived. */
export type NamespaceTexts = {
  [Name in Namespace]: Awaited<ReturnType<(typeof namespaces)[Name]['zh-CN']>>['texts'];
};
