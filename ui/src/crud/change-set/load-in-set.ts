/** Loads what is only needed while one works in a change set. */
export const loadInSet = () => import('./in-set.tsx');

/** Loads the marks of what that set changes. */
export const loadSetMarks = () => import('./set-marks.tsx');
