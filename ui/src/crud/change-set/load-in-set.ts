import { withTexts } from '#i18n/i18n.ts';

/** Loads what is only needed while one works in a change set. */
export const loadInSet = () => withTexts(import('./in-set.tsx'), 'review');

/** Loads the marks of what that set changes. */
export const loadSetMarks = () => import('./set-marks.tsx');
