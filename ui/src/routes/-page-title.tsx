import { useRouterState } from '@tanstack/react-router';
import { useCurrentSubject } from '#crud/page-subject.ts';
import { hasText, t, useTexts } from '#i18n/i18n.ts';
import type { MenuItem } from './-frame/menu.ts';

/** The `head` of a route that is called as in the menu; without the texts of the menu, when its frame has failed, it has no title. */
export const headTitled = (label: MenuItem['label']) => () => ({
  meta: hasText(label) ? [{ title: t(label) }] : [],
});

/** What the browser's tab is called: the subject of the page, the title of its route, the product. */
export function PageTitle() {
  const { t } = useTexts();
  const subject = useCurrentSubject();
  const routeTitle = useRouterState({
    select: ({ matches }) => matches.flatMap(({ meta = [] }) => meta).findLast((tag) => tag?.title)?.title,
  });
  return <title>{[subject, routeTitle, t('app.name')].filter(Boolean).join(' · ')}</title>;
}
