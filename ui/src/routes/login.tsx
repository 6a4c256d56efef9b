import { createFileRoute } from '@tanstack/react-router';
import { Login } from './-pages/login/login.tsx';
import { signInStepCode } from './-pages/login/sign-in-step-code.ts';

/** The typed URL parameters (the router's “search”) of the sign-in page. */
interface LoginSearch {
  /** the path to return to after signing in; validated by `safePath` */
  to?: string;
  forgot?: string;
  reset?: string;
}

const PARAMETER_NAMES = ['to', 'forgot', 'reset'] as const;

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): LoginSearch =>
    Object.fromEntries(PARAMETER_NAMES.filter((name) => name in search).map((name) => [name, String(search[name])])),
  loaderDeps: ({ search: { forgot, reset } }) => ({ hasFurtherStep: forgot !== undefined || reset !== undefined }),
  loader: async ({ deps }) => void (deps.hasFurtherStep && (await signInStepCode.load())),
  component: Login,
});
