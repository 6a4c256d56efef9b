const mac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** What the modifier is called on this machine's keyboard. */
export const modKey = mac ? '⌘' : 'Ctrl';
export const withMod = (key: string) => (mac ? `⌘${key}` : `Ctrl ${key}`);
