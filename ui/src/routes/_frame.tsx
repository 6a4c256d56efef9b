import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { queryClient } from '#crud/read/query-client.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { Frame } from './-frame/frame.tsx';

export const Route = createFileRoute('/_frame')({
  loader: () => loadTexts('frame'),
  component: () => (
    <QueryClientProvider client={queryClient}>
      <Frame>
        <Outlet />
      </Frame>
    </QueryClientProvider>
  ),
});
