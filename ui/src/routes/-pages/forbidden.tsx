import { Link, useLocation } from '@tanstack/react-router';
import { usePageSubject } from '#crud/page-subject.ts';
import { MissingPermissions } from '#crud/read/load-failed.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';

interface ForbiddenProps {
  /** the permissions of which one is missing; on /403 it comes from the navigation state */
  missing?: readonly string[];
}

export function Forbidden({ missing }: ForbiddenProps) {
  const { t } = useTexts();
  const missingFromState = useLocation({ select: ({ state }) => state.missing });
  const names = missing ?? (missingFromState === undefined ? [] : [missingFromState]);
  usePageSubject(t('forbidden.title'));
  return (
    <EmptyState
      level={1}
      icon="lock"
      title={t('forbidden.title')}
      text={names.length > 0 ? <MissingPermissions names={names} /> : t('forbidden.text')}
      actions={
        <Link to="/" className={linkClass}>
          {t('forbidden.home')}
        </Link>
      }
    />
  );
}
