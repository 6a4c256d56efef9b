import { useTexts } from '#i18n/i18n.ts';
import type { Difference as Changes } from './matrix.ts';

/** 给出 2 项，收回 1 项: what saving would change, said as it changes. */
export function Difference({ gives, takes }: Changes) {
  const { t } = useTexts();
  return (
    <span aria-live="polite" className="flex gap-3 text-xs">
      {gives.length > 0 && <span className="text-ok-ink">{t('role.givesCount', { count: gives.length })}</span>}
      {takes.length > 0 && <span className="text-bad-ink">{t('role.takesCount', { count: takes.length })}</span>}
    </span>
  );
}
