import i18next from 'i18next';
import type { Action, Subject } from './permission.ts';

/** Returns the name of a permission's subject: 国家/地区, 任务, 用户日志. */
export function subjectText(subject: Subject): string {
  const key = `entity.${subject}.many`;
  // an entity's name is among the entity's texts, the names of other subjects are among those of permissions
  return String(i18next.t((i18next.exists(key) ? key : `permission.subject.${subject}`) as 'entity.country.many'));
}

export const actionText = (action: Action): string => i18next.t(`permission.action.${action}`);
