export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The names of the modifier keys on this device's keyboard. */
export const modKeyLabel = isMac ? '⌘' : 'Ctrl';
export const shiftKeyLabel = isMac ? '⇧' : 'Shift';
export const formatShortcut = (key: string) => (isMac ? `⌘${key}` : `Ctrl ${key}`);
