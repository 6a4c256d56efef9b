/** Whether the change was made on this page, or anywhere else: by somebody else, a task, another tab. */
export type ChangeOrigin = 'here' | 'elsewhere';

type Listener = (origin: ChangeOrigin) => void;

const listeners = new Set<Listener>();

/** Tells every list and count on the page that records have changed. */
export const recordsChanged = (origin: ChangeOrigin = 'here'): void => {
  for (const listener of listeners) listener(origin);
};

export function onRecordsChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
