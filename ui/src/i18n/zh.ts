import { texts as account } from './zh-CN/account.ts';
import { texts as core } from './zh-CN/core.ts';
import { texts as dataLogs } from './zh-CN/data-logs.ts';
import { texts as frame } from './zh-CN/frame.ts';
import { texts as home } from './zh-CN/home.ts';
import { texts as imports } from './zh-CN/imports.ts';
import { texts as logs } from './zh-CN/logs.ts';
import { texts as people } from './zh-CN/people.ts';
import { texts as review } from './zh-CN/review.ts';
import { texts as roles } from './zh-CN/roles.ts';
import { texts as subscribers } from './zh-CN/subscribers.ts';
import { texts as sync } from './zh-CN/sync.ts';
import { texts as system } from './zh-CN/system.ts';
import { texts as tasks } from './zh-CN/tasks.ts';

/**
 * All texts: for types, and for tests; pages load them by namespace. Chinese comes first: its keys are the product's, and English must have
 * each of them to compile.
 */
export const zh = {
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

export type Texts = typeof zh;

/** The texts in another language: the same keys, and other texts. */
export type Translation<T> = { [Key in keyof T]: T[Key] extends string ? string : Translation<T[Key]> };
