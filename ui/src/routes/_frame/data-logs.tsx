import { createFileRoute } from '@tanstack/react-router';
import { DataLogPage } from '#data-logs/data-log-page.tsx';
import { dataLogSearch } from '#data-logs/data-log-search.ts';

export const Route = createFileRoute('/_frame/data-logs')({
  staticData: { permission: 'data_log:read' },
  validateSearch: dataLogSearch,
  component: DataLogPage,
});
