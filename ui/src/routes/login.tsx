import { createFileRoute } from '@tanstack/react-router';
import { Login } from './-pages/login/login.tsx';
import { secondFactorStep } from './-pages/login/second-factor-step.ts';

interface LoginSearch {
  /** Where somebody wanted to go; looked at by `safePath` before anybody is sent there. */
  to?: string;
  forgot?: string;
  reset?: string;
}

const states = ['to', 'forgot', 'reset'] as const;

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): LoginSearch =>
    Object.fromEntries(states.filter((name) => name in search).map((name) => [name, String(search[name])])),
  loaderDeps: ({ search: { forgot, reset } }) => ({ further: forgot !== undefined || reset !== undefined }),
  loader: async ({ deps }) => void (deps.further && (await secondFactorStep.load())),
  component: Login,
});
