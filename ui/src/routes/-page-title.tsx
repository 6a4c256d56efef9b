import { useRouterState } from '@tanstack/react-router';
import { useCurrentSubject } from '#crud/page-subject.ts';
import { hasText, t, useTexts } from '#i18n/i18n.ts';
import type { MenuItem } from './-frame/menu.ts';

/** Creates the `head` of a route with the title of its menu item, or without title if the texts could not be loaded. */
export const headWithTitle = (label: MenuItem['label']) => () => ({
  meta: hasText(label) ? [{ title: t(label) }] : [],
});

/** The title of the browser tab: the page's subject, the title of its route, and the product. */
export function PageTitle() {
  const { t } = useTexts();
  const subject = useCurrentSubject();
  const routeTitle = useRouterState({
    select: ({ matches }) => matches.flatMap(({ meta = [] }) => meta).findLast((tag) => tag?.title)?.title,
  });
  return <title>{[subject, routeTitle, t('app.name')].filter(Boolean).join(' · ')}</title>;
}
