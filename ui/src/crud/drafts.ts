import { type Data, isPlainObject } from './pointers.ts';

/** What somebody had typed when the session ended. */
export interface Draft {
  values: Data;
  /** What the values were typed over; null for a new record. */
  baseValues: Data | null;
  /** The version of that; null for a new record. */
  version: number | null;
  /** When it was kept, in ms. */
  time: number;
}

export interface DraftPlace {
  user: string;
  entity: string;
  id: number | null;
}

export interface Drafts {
  read: (place: DraftPlace) => Draft | null;
  /** Answers whether the browser took it. */
  keep: (place: DraftPlace, draft: Omit<Draft, 'time'>) => boolean;
  drop: (place: DraftPlace) => void;
  /** All that are kept, the newest first. */
  all: () => (DraftPlace & Draft)[];
}

const prefix = 'draft:';
/** After that what was typed is forgotten: the record has moved on, and this device may have too. */
const LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;

const keyOf = ({ user, entity, id }: DraftPlace): string => prefix + JSON.stringify([user, entity, id]);

function placeOf(key: string): DraftPlace | null {
  try {
    const [user, entity, id]: unknown[] = JSON.parse(key.slice(prefix.length));
    const isPlace = typeof user === 'string' && typeof entity === 'string' && (id === null || typeof id === 'number');
    return isPlace ? { user, entity, id } : null;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is Draft {
  if (!isPlainObject(value)) return false;
  const { values, baseValues, version, time } = value;
  return (
    isPlainObject(values) &&
    (baseValues === null || isPlainObject(baseValues)) &&
    (version === null || typeof version === 'number') &&
    typeof time === 'number'
  );
}

/** Drafts stay on this device, apart for every user; a full or refused storage only means that none is kept. */
export function createDrafts(
  open: () => Storage = () => globalThis.localStorage,
  now: () => number = Date.now,
): Drafts {
  return {
    read(place) {
      try {
        const value: unknown = JSON.parse(open().getItem(keyOf(place)) ?? 'null');
        if (!isDraft(value)) return null;
        if (now() - value.time < LIFETIME_MS) return value;
        this.drop(place);
        return null;
      } catch {
        return null;
      }
    },
    keep(place, draft) {
      try {
        open().setItem(keyOf(place), JSON.stringify({ ...draft, time: now() }));
        return true;
      } catch {
        return false;
      }
    },
    all() {
      try {
        const keys = Object.keys(open()).filter((key) => key.startsWith(prefix));
        const found = keys.map(placeOf).flatMap((place) => {
          const draft = place && this.read(place);
          return draft ? [{ ...place, ...draft }] : [];
        });
        return found.sort((a, b) => b.time - a.time);
      } catch {
        return [];
      }
    },
    drop(place) {
      try {
        open().removeItem(keyOf(place));
      } catch {
        // Nothing was kept there either.
      }
    },
  };
}
