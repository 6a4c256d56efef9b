import { createFileRoute } from '@tanstack/react-router';
import { CalendarPage, prefetchCalendar } from '#change-sets/calendar/calendar-page.tsx';
import { parseCalendarSearch } from '#change-sets/change-sets-search.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/calendar')({
  head: headWithTitle('menu.calendar'),
  validateSearch: parseCalendarSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    prefetchCalendar(deps, cause);
    return loadTexts('review');
  },
  codeSplitGroupings: [['loader', 'component']],
  component: CalendarPage,
});
