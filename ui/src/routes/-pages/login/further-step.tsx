import { useSearch } from '@tanstack/react-router';
import { useSignInSteps } from '#session/use-session.ts';
import { Enrolment } from './enrolment.tsx';
import { Forgot } from './forgot.tsx';
import { Reset } from './reset.tsx';
import { SecondFactor } from './second-factor.tsx';

export function FurtherStep() {
  const search = useSearch({ from: '/login' });
  const { challenge } = useSignInSteps();
  if (challenge?.enrolment) return <Enrolment secret={challenge.enrolment} />;
  if (challenge) return <SecondFactor />;
  return search.reset === undefined ? <Forgot /> : <Reset />;
}
