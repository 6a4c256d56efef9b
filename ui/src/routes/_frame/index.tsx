import { createFileRoute } from '@tanstack/react-router';
import { Home } from '../-pages/home/home.tsx';
import { type HomeSearch, isPeriod } from '../-pages/home/period.ts';

export const Route = createFileRoute('/_frame/')({
  validateSearch: ({ days }: Record<string, unknown>): HomeSearch => (isPeriod(days) && days !== 1 ? { days } : {}),
  component: Home,
});
