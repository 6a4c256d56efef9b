import i18next from 'i18next';
import { type Action, actionOf, type PermissionName, type Subject, subjectOf } from './permission.ts';

/** 国家/地区, 任务, 用户日志: what permissions are about. */
export function subjectText(subject: Subject): string {
  const key = `entity.${subject}.many`;
  // a kind of record has its name from its own texts, the other subjects have theirs here
  return String(i18next.t((i18next.exists(key) ? key : `permission.subject.${subject}`) as 'entity.country.many'));
}

export const actionText = (action: Action): string => i18next.t(`permission.action.${action}`);

/** 修改国家/地区: what a permission lets a person do. */
export function permissionText(name: PermissionName): string {
  const own = `permission.own.${name.replace(':', '_')}`;
  if (i18next.exists(own)) return String(i18next.t(own as 'permission.own.user_update'));
  return i18next.t(`permission.means.${actionOf(name)}`, { what: i18next.t(`permission.what.${subjectOf(name)}`) });
}
