import { createFileRoute } from '@tanstack/react-router';
import { entities } from '#entities/index.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { SyncPage } from '#sync/status/sync-page.tsx';
import { parseSyncSearch } from '#sync/status/sync-search.ts';
import { headWithTitle } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/sync-status')({
  head: headWithTitle('menu.sync_status'),
  staticData: { permission: 'sync_status:read' },
  validateSearch: parseSyncSearch,
  loader: () => loadTexts('sync'),
  component: () => <SyncPage entities={entities} />,
});
