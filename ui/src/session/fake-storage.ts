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

/** One that refuses everything, as a browser may. */
export function refusingStorage(): Storage {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
