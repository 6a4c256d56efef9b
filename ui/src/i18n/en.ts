import { texts as account } from './en/account.ts';
import { texts as core } from './en/core.ts';
import { texts as dataLogs } from './en/data-logs.ts';
import { texts as frame } from './en/frame.ts';
import { texts as home } from './en/home.ts';
import { texts as imports } from './en/imports.ts';
import { texts as logs } from './en/logs.ts';
import { texts as people } from './en/people.ts';
import { texts as review } from './en/review.ts';
import { texts as roles } from './en/roles.ts';
import { texts as subscribers } from './en/subscribers.ts';
import { texts as sync } from './en/sync.ts';
import { texts as system } from './en/system.ts';
import { texts as tasks } from './en/tasks.ts';
import type { Texts, Translation } from './zh.ts';

export const en: Translation<Texts> = {
  ...account,
  ...core,
  ...dataLogs,
  ...frame,
  ...home,
  ...imports,
  ...logs,
  ...people,
  ...review,
  ...roles,
  ...subscribers,
  ...sync,
  ...system,
  ...tasks,
};
