import { createFileRoute } from '@tanstack/react-router';
import { listRoute } from '../-kind-routes.ts';

export const Route = createFileRoute('/_frame/country')(listRoute('country'));
