const listeners = new Set<() => void>();

/** Tells every list and count on the page that a record has changed. */
export const recordsChanged = (): void => {
  for (const listener of listeners) listener();
};

export function onRecordsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
