import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { groups, home } from './menu.ts';

/** Group and page as the menu has them; also what the browser's tab is called. */
export function Breadcrumb() {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const group = groups.find(({ items }) => items.some(({ path }) => path === pathname));
  const item = pathname === home.path ? home : group?.items.find(({ path }) => path === pathname);
  const page = item && t(item.label);
  const app = t('app.name');
  useEffect(() => {
    document.title = page ? `${page} · ${app}` : app;
  }, [page, app]);
  return (
    <nav aria-label={t('top.place')} className="mr-auto min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-ink-3">
        {group && (
          <>
            <li>{t(`menu.${group.id}`)}</li>
            <li aria-hidden className="text-line-strong">
              {t('top.placeSeparator')}
            </li>
          </>
        )}
        {page && (
          <li aria-current="page" className="cut font-medium text-ink">
            {page}
          </li>
        )}
      </ol>
    </nav>
  );
}
