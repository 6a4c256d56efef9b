import { useSearch } from '@tanstack/react-router';
import { useOnDemand } from '#kit/on-demand.ts';
import { useSignInSteps } from '#session/use-session.ts';
import { furtherSteps } from './further-steps.ts';
import { SignIn } from './sign-in.tsx';
import { useSignIn } from './use-sign-in.ts';

/** What a person needs to get in, one at a time. */
export function Login() {
  const { forgot, reset } = useSearch({ from: '/login' });
  const { challenge } = useSignInSteps();
  const further = challenge !== null || forgot !== undefined || reset !== undefined;
  const steps = useOnDemand(furtherSteps, further);
  // here, so that whoever comes back from a second factor finds the name as it was typed
  const form = useSignIn();
  return further && steps ? <steps.FurtherStep /> : <SignIn form={form} />;
}
