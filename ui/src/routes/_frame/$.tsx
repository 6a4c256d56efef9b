import { createFileRoute } from '@tanstack/react-router';
import { MissingPage } from '../-pages/missing-page.tsx';

export const Route = createFileRoute('/_frame/$')({ component: MissingPage });
