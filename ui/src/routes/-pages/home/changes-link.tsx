import { Link } from '@tanstack/react-router';
import type { Entity } from '#api/facts.gen.ts';
import { routes } from '#api/facts.gen.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { lastDays } from '#logs/log-address.ts';
import { useSession } from '#session/use-session.ts';
import type { Period } from './period.ts';

interface Props {
  days: Period;
  /** All kinds where it is left out. */
  entity?: Entity;
  count: number;
}

/** How many changes there were in a period; for who may read the log, the way to exactly these. */
export function ChangesLink({ days, entity, count }: Props) {
  const { t } = useTexts();
  const { can } = useSession();
  const { from } = lastDays(days);
  if (count === 0 || !can('data_log:read')) return number(count);
  return (
    <Link
      to={routes.data_log}
      // the log takes its conditions from its address
      search={{ from, ...(entity ? { entity } : {}) }}
      aria-label={`${entity ? `${t(`entity.${entity}.many`)}: ` : ''}${t('home.changes')} ${number(count)}`}
      className="relative inline-grid h-6 min-w-6 items-center justify-items-end rounded-xs hover:underline"
    >
      {number(count)}
    </Link>
  );
}
