/** Loads what is only needed while one works in a change set. */
export const loadInSet = () => import('./in-set.tsx');
