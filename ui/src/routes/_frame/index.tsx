import { createFileRoute } from '@tanstack/react-router';
import { Home } from '../-pages/home/home.tsx';
import { homeSearch } from '../-pages/home/period.ts';

export const Route = createFileRoute('/_frame/')({
  validateSearch: homeSearch,
  component: Home,
});
