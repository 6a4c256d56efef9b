import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useTitleOfPage } from '#crud/page-title.ts';
import { useTexts } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import { groups, home, isAt, maySee } from './menu.ts';

/** Group, page and what the page is about; also what the browser's tab is called. */
export function Breadcrumb() {
  const { t } = useTexts();
  const { can } = useSession();
  const { pathname } = useLocation();
  const about = useTitleOfPage();
  const group = groups.find(({ items }) => items.some((item) => isAt(item, pathname)));
  const item = pathname === home.path ? home : group?.items.find((one) => isAt(one, pathname));
  const page = item && t(item.label);
  const app = t('app.name');
  const title = [about, page, app].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  const above: ReactNode[] = [];
  if (group) above.push(t(`menu.${group.id}`));
  if (item && about) {
    above.push(
      maySee(item, can) ? (
        <Link to={item.path} className="rounded-xs hover:text-ink hover:underline">
          {page}
        </Link>
      ) : (
        page
      ),
    );
  }
  const here = about ?? page;
  return (
    <nav aria-label={t('top.place')} className="mr-auto min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-ink-3">
        {above.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
          <Fragment key={index}>
            <li>{step}</li>
            <li aria-hidden className="text-line-strong">
              {t('top.placeSeparator')}
            </li>
          </Fragment>
        ))}
        {here && (
          <li aria-current="page" className="cut font-medium text-ink">
            {here}
          </li>
        )}
      </ol>
    </nav>
  );
}
