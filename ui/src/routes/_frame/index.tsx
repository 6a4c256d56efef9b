import { createFileRoute } from '@tanstack/react-router';
import { Home } from '../-pages/home/home.tsx';

export const Route = createFileRoute('/_frame/')({ component: Home });
