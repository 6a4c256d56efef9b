import { Link } from '@tanstack/react-router';
import { routes } from '#api/facts.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/link-button.tsx';
import { EmptyState } from '#kit/page-state.tsx';
import { useSession } from '#session/use-session.ts';

/** Nobody subscribes: the one step that helps. */
export function SyncEmpty() {
  const { t } = useTexts();
  const { can } = useSession();
  return (
    <EmptyState
      icon="broadcast"
      title={t('sync.empty')}
      text={t('sync.emptyText')}
      actions={
        can('data_subscriber:read') && (
          <Link to={routes.data_subscriber} className={linkClass}>
            {t('sync.toSubscribers')}
          </Link>
        )
      }
    />
  );
}
