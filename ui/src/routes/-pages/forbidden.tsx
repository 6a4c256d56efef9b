import { Link, useLocation } from '@tanstack/react-router';
import { enums } from '#api/metadata.gen.ts';
import { usePageSubject } from '#crud/page-subject.ts';
import { MissingPermissions } from '#crud/read/load-failed.tsx';
import { viewDay } from '#crud/read/viewed-day.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { useSession } from '#session/use-session.ts';
import { useViewedDay } from '#session/viewed-day.ts';

interface ForbiddenProps {
  /** the permissions of which one is missing; on /403 it comes from the navigation state */
  missing?: readonly string[];
}

export function Forbidden({ missing }: ForbiddenProps) {
  const { t } = useTexts();
  const missingFromState = useLocation({ select: ({ state }) => state.missing });
  const names = missing ?? (missingFromState === undefined ? [] : [missingFromState]);
  const { isAllowed } = useSession();
  const day = useViewedDay();
  const isOffOnDay = day !== null && names.flatMap(expandKinds).some(isAllowed);
  const title = isOffOnDay ? t('viewedDay.readOnly', { day }) : t('forbidden.title');
  usePageSubject(title);
  if (isOffOnDay)
    return (
      <EmptyState
        level={1}
        icon="history"
        title={title}
        actions={
          <Button icon="logout" onClick={() => viewDay(null)}>
            {t('list.backToNow')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      level={1}
      icon="lock"
      title={title}
      text={names.length > 0 ? <MissingPermissions names={names} /> : t('forbidden.text')}
      actions={
        <Link to="/" className={linkClass}>
          {t('forbidden.home')}
        </Link>
      }
    />
  );
}

/** Returns the permissions for all kinds of records that a name such as `*:import` stands for. */
const expandKinds = (name: string): string[] =>
  name.startsWith('*:') ? enums.Entity.map((kind) => name.replace('*', kind)) : [name];
