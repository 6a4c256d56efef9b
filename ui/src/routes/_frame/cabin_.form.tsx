import { createFileRoute } from '@tanstack/react-router';
import { formRoute } from '../-kind-routes.ts';

export const Route = createFileRoute('/_frame/cabin_/form')(formRoute('cabin'));
