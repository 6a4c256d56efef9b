import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { Register } from './-pages/register/register.tsx';

interface RegisterSearch {
  invite?: string;
  setup?: string;
}

const SEARCH_KEYS = ['invite', 'setup'] as const;

export const Route = createFileRoute('/register')({
  validateSearch: (search: Record<string, unknown>): RegisterSearch =>
    Object.fromEntries(SEARCH_KEYS.filter((name) => name in search).map((name) => [name, String(search[name])])),
  loader: () => loadTexts('account'),
  component: Register,
});
