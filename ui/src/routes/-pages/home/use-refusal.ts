import { useTexts } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import type { ReviewItem } from './review-rows.ts';

/** Why the person may not decide on it; false where they may. */
export function useRefusal({ entity, ownWork }: ReviewItem): string | false {
  const { t } = useTexts();
  const { refuse } = useSession();
  return refuse(`${entity}:review`) || (ownWork && t('record.ownWork'));
}
