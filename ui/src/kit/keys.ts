export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The names of the modifier keys on this device's keyboard. */
export const modKeyLabel = isMac ? '⌘' : 'Ctrl';
export const shiftKeyLabel = isMac ? '⇧' : 'Shift';
export const formatShortcut = (key: string) => (isMac ? `⌘${key}` : `Ctrl ${key}`);

const KEY_LABELS: Record<string, string> = {
  mod: modKeyLabel,
  alt: isMac ? '⌥' : 'Alt',
  shift: shiftKeyLabel,
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

const keyLabel = (key: string) => KEY_LABELS[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** Returns the labels of the keys of shortcuts such as `mod+s` or `ArrowUp ArrowDown`, each once. */
export const keyLabels = (keys: string): string[] =>
  keys === ' ' ? ['Space'] : [...new Set(keys.split(/[ +]/).map(keyLabel))];
