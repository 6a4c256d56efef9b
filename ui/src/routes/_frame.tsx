import { createFileRoute, Outlet } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { Frame } from './-frame/frame.tsx';

export const Route = createFileRoute('/_frame')({
  loader: () => loadTexts('frame'),
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
});
