import { withTexts } from '#i18n/i18n.ts';
import { createLazyCode } from '#kit/lazy-code.ts';

/** The steps of the sign-in page besides user name and password, loaded when needed. */
export const signInStepCode = createLazyCode(() => withTexts(import('./sign-in-step.tsx'), 'account'));
