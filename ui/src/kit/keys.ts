const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of the modifier key on this device's keyboard. */
export const modKeyLabel = isMac ? '⌘' : 'Ctrl';
export const formatShortcut = (key: string) => (isMac ? `⌘${key}` : `Ctrl ${key}`);
