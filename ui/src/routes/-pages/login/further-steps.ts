import { withTexts } from '#i18n/i18n.ts';
import { onDemand } from '#kit/on-demand.ts';

/** What few need to get in beside a name and a password. */
export const furtherSteps = onDemand(() => withTexts(import('./further-step.tsx'), 'account'));
