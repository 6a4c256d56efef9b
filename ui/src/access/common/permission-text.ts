import i18next from 'i18next';
import { type Action, type PermissionName, permissionAction, permissionSubject, type Subject } from './permission.ts';

/** Returns the name of a permission's subject: 国家/地区, 任务, 用户日志. */
export function subjectText(subject: Subject): string {
  const key = `entity.${subject}.many`;
  // an entity's name is among the entity's texts, the names of other subjects are among those of permissions
  return String(i18next.t((i18next.exists(key) ? key : `permission.subject.${subject}`) as 'entity.country.many'));
}

export const actionText = (action: Action): string => i18next.t(`permission.action.${action}`);

/** Returns what a permission allows: 修改国家/地区. */
export function permissionText(name: PermissionName): string {
  const specificKey = `permission.own.${name.replace(':', '_')}`;
  if (i18next.exists(specificKey)) return String(i18next.t(specificKey as 'permission.own.user_update'));
  return i18next.t(`permission.means.${permissionAction(name)}`, {
    what: i18next.t(`permission.what.${permissionSubject(name)}`),
  });
}
