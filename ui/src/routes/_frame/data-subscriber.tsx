import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { prefetchSubscribers, SubscriberList } from '#sync/subscribers/subscriber-list.tsx';
import { parseSubscribersSearch } from '#sync/subscribers/subscribers-search.ts';
import { headWithTitle } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/data-subscriber')({
  head: headWithTitle('menu.data_subscriber'),
  staticData: { permission: 'data_subscriber:read' },
  validateSearch: parseSubscribersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    prefetchSubscribers(deps, cause);
    return loadTexts('subscribers', 'sync', 'people');
  },
  codeSplitGroupings: [['loader', 'component']],
  component: SubscriberList,
});
