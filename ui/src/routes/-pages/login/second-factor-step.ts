import { withTexts } from '#i18n/i18n.ts';
import { createLazyCode } from '#kit/lazy-code.ts';

/** The part of the sign-in page that asks for a code of the second factor; loaded when it is needed. */
export const secondFactorStep = createLazyCode(() => withTexts(import('./further-step.tsx'), 'account'));
