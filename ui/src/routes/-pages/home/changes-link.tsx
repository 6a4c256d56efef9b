import { Link } from '@tanstack/react-router';
import type { Entity } from '#api/facts.gen.ts';
import { routes } from '#api/facts.gen.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { lastDays } from '#logs/log-search.ts';
import { useSession } from '#session/use-session.ts';
import type { Period } from './period.ts';

interface Props {
  days: Period;
  /** without it the changes of all entities */
  entity?: Entity;
  count: number;
}

/** The number of changes in a period, linked to them in the log for users who may read it. */
export function ChangesLink({ days, entity, count }: Props) {
  const { t } = useTexts();
  const { can } = useSession();
  const { from } = lastDays(days);
  if (count === 0 || !can('data_log:read')) return number(count);
  return (
    <Link
      to={routes.data_log}
      // the log reads its filters from the URL
      search={{ from, ...(entity ? { entity } : {}) }}
      aria-label={`${entity ? `${t(`entity.${entity}.many`)}: ` : ''}${t('home.changes')} ${number(count)}`}
      className="relative inline-grid h-6 min-w-6 pointer-coarse:h-10 pointer-coarse:min-w-10 items-center justify-items-end rounded-xs hover:underline"
    >
      {number(count)}
    </Link>
  );
}
