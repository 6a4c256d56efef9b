import { Link, useLocation } from '@tanstack/react-router';
import { usePageSubject } from '#crud/page-subject.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';

export function MissingPage() {
  const { t } = useTexts();
  const { pathname } = useLocation();
  usePageSubject(t('missingPage.title'));
  return (
    <EmptyState
      level={1}
      icon="search"
      title={t('missingPage.title')}
      text={t('missingPage.text', { path: pathname })}
      actions={
        <Link to="/" className={linkClass}>
          {t('forbidden.home')}
        </Link>
      }
    />
  );
}
