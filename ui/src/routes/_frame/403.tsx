import { createFileRoute } from '@tanstack/react-router';
import { Forbidden } from '../-pages/forbidden.tsx';

export const Route = createFileRoute('/_frame/403')({ component: Forbidden });
