import { createFileRoute } from '@tanstack/react-router';
import { SubscriberList } from '#sync/subscribers/subscriber-list.tsx';
import { subscribersSearch } from '#sync/subscribers/subscribers-search.ts';

export const Route = createFileRoute('/_frame/data-subscriber')({
  staticData: { permission: 'data_subscriber:read' },
  validateSearch: subscribersSearch,
  component: SubscriberList,
});
