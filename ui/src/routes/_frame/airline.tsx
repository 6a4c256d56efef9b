import { createFileRoute } from '@tanstack/react-router';
import { listRouteOptions } from '../-entity-routes.ts';

export const Route = createFileRoute('/_frame/airline')(listRouteOptions('airline'));
