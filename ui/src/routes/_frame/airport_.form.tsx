import { createFileRoute } from '@tanstack/react-router';
import { formRouteOptions } from '../-entity-routes.ts';

export const Route = createFileRoute('/_frame/airport_/form')(formRouteOptions('airport'));
