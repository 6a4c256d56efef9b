import { hasText, t, useTexts } from '#i18n/i18n.ts';
import type { NamespaceTexts } from '#i18n/namespaces.ts';
import { can, hasPermission, isAllowed } from './permissions.ts';
import type { User } from './session-types.ts';
import { useSessionState } from './use-session-state.ts';
import { useViewedDay, viewedDay } from './viewed-day.ts';

/** Returns the current session with what the user may do, and rerenders when the user changes. */
export function useSession() {
  // denial reasons are localized, so a language switch must render again
  useTexts();
  const { user, loggedIn } = useSessionState();
  useViewedDay();
  return {
    user,
    loggedIn,
    can: (permission: string) => can(user, permission),
    /** Whether the user has the permission, though they may not use it while the pages show another day. */
    isAllowed: (permission: string) => isAllowed(user, permission),
    /** Returns why the user lacks the permission, for a control's `disabledReason`; false if they have it. */
    denialReason: (permission: string) => denialReasonOf(user, permission),
    /** Why nobody could write anything here; false if nothing prevents it. */
    readOnlyReason: readOnlyReasonOf(user),
  };
}

/** Returns the localized reason why a user lacks a permission, or false if they have it. */
function denialReasonOf(user: User | null, permission: string): string | false {
  if (can(user, permission)) return false;
  return (
    (hasPermission(user, permission) && readOnlyReasonOf(user)) ||
    t('forbidden.noPermission', { permission: permissionText(permission) })
  );
}

function readOnlyReasonOf(user: User | null): string | false {
  if (user?.preview) return t('preview.readOnly');
  const day = viewedDay();
  return day ? t('viewedDay.readOnly', { day }) : false;
}

type PermissionAction = keyof NamespaceTexts['frame']['permissionText']['means'];
type PermissionSubject = keyof NamespaceTexts['frame']['permissionText']['what'];

/** Returns what a permission allows: View countries. The subject `*` is that of any kind of record. */
export function permissionText(permission: string): string {
  const specificKey = `permissionText.own.${permission.replace(':', '_')}`;
  if (hasText(specificKey)) return t(specificKey as 'permissionText.own.user_update');
  // the casts: a permission's name has the form `subject:action`
  const [subject, action] = permission.replace('*', 'any').split(':') as [PermissionSubject, PermissionAction];
  return t(`permissionText.means.${action}`, { what: t(`permissionText.what.${subject}`) });
}
