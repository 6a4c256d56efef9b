import { texts as account } from './zh-account.ts';
import { texts as core } from './zh-core.ts';
import { texts as dataLogs } from './zh-data-logs.ts';
import { texts as frame } from './zh-frame.ts';
import { texts as imports } from './zh-imports.ts';
import { texts as logs } from './zh-logs.ts';
import { texts as people } from './zh-people.ts';
import { texts as roles } from './zh-roles.ts';
import { texts as subscribers } from './zh-subscribers.ts';
import { texts as sync } from './zh-sync.ts';
import { texts as system } from './zh-system.ts';
import { texts as tasks } from './zh-tasks.ts';

/**
 * All texts: for types, and for tests; pages load them by group. Chinese comes first: its keys are the product's, and English must have
 * each of them to compile.
 */
export const zh = {
  ...account,
  ...core,
  ...dataLogs,
  ...frame,
  ...imports,
  ...logs,
  ...people,
  ...roles,
  ...subscribers,
  ...sync,
  ...system,
  ...tasks,
};

export type Texts = typeof zh;
