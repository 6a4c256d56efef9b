import { isPlainObject } from '#crud/pointers.ts';
import { session } from '#session/session.ts';

/** Where the user left the review queue on this device. */
export interface ReviewPlace {
  /** The key of the item that was shown. */
  key: string;
  /** Its code, or its name if it has none. */
  label: string;
  /** How many items were decided on during the visit. */
  decided: number;
}

const storageKey = (): string => `review-place:${session.user?.username ?? ''}`;

/** Keeps where the user is in the queue; `undefined` when nothing is left. */
export function rememberReviewPlace(place: ReviewPlace | undefined): void {
  try {
    if (place) localStorage.setItem(storageKey(), JSON.stringify(place));
    else localStorage.removeItem(storageKey());
  } catch {
    // without browser storage, the queue opens at its first item
  }
}

export function readReviewPlace(): ReviewPlace | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? 'null');
    if (!isPlainObject(stored)) return undefined;
    const { key, label, decided } = stored;
    if (typeof key !== 'string' || typeof label !== 'string' || typeof decided !== 'number') return undefined;
    return { key, label, decided };
  } catch {
    return undefined;
  }
}
