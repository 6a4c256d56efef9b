import { t } from '#i18n/i18n.ts';
import { can, grants } from './can.ts';
import type { User } from './session-types.ts';

/** Why somebody may not, in the words of a refused control; false where they may. */
export function refusalOf(user: User | null, permission: string): string | false {
  if (can(user, permission)) return false;
  return grants(user, permission) ? t('preview.readOnly') : t('forbidden.noPermission', { permission });
}
