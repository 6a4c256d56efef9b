import { Link } from '@tanstack/react-router';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/link-button.tsx';
import { EmptyState } from '#kit/page-state.tsx';

export function Forbidden() {
  const { t } = useTexts();
  return (
    <EmptyState
      level={1}
      icon="lock"
      title={t('forbidden.title')}
      text={t('forbidden.text')}
      actions={
        <Link to="/" className={linkClass}>
          {t('forbidden.home')}
        </Link>
      }
    />
  );
}
