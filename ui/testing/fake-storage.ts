/** Test helper: a browser's storage in memory. */
export function fakeStorage(initial: Record<string, string> = {}): Storage {
  const items = new Map(Object.entries(initial));
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

/** Throws as a browser that denies access to its storage. */
export function throwingStorage(): Storage {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
