/** React has it by itself: packages that ask for a stand-in for older versions get React's own. */
export { useSyncExternalStore } from 'react';
