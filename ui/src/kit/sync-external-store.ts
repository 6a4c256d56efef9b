/** Replaces the shim that some packages import for older versions of React. */
export { useSyncExternalStore } from 'react';
