import { useSearch } from '@tanstack/react-router';
import { useSignInSteps } from '#session/use-session.ts';
import { Enrolment } from './enrolment.tsx';
import { Forgot } from './forgot.tsx';
import { Reset } from './reset.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SignIn } from './sign-in.tsx';
import { useSignIn } from './use-sign-in.ts';

/** What a person needs to get in, one at a time. */
export function Login() {
  const search = useSearch({ from: '/login' });
  const { challenge } = useSignInSteps();
  // here, so that whoever comes back from a second factor finds the name as it was typed
  const form = useSignIn();
  if (challenge?.enrolment) return <Enrolment secret={challenge.enrolment} />;
  if (challenge) return <SecondFactor />;
  if (search.reset !== undefined) return <Reset />;
  if (search.forgot !== undefined) return <Forgot />;
  return <SignIn form={form} />;
}
