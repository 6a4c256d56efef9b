import { type EntityKey, enums } from '#api/metadata.gen.ts';
import { type Data, isPlainObject } from '#crud/pointers.ts';
import type { OwnProposal, StatusOnRelease } from './form-context.ts';

/** Unsaved values of a form. */
export interface Draft {
  values: Data;
  /** The record's values that the draft is based on; null for a new record. */
  baseValues: Data | null;
  /** The record's version that the draft is based on; null for a new record. */
  version: number | null;
  /** The day from which the values are to be in effect, if not at once. */
  effectiveOn?: string | null;
  /** The status that a change set gives to the new record. */
  become?: StatusOnRelease;
  /** The user's own open proposal that the draft is based on, if there was one. */
  ownProposal?: OwnProposal;
  /** When the draft was saved, in ms since 1970. */
  time: number;
}

export interface DraftKey {
  user: string;
  entity: string;
  id: number | null;
  /** Tells apart the drafts of several new records of one kind. */
  formId?: string | undefined;
}

export type StoredDraft = DraftKey & Draft;

export interface Drafts {
  read: (key: DraftKey) => Draft | null;
  /** Returns the draft of a record, or the newest one of a new record if the id is null. */
  find: (key: Omit<DraftKey, 'formId'>) => StoredDraft | null;
  /** Returns whether the browser stored it. */
  save: (key: DraftKey, draft: Omit<Draft, 'time'>) => boolean;
  remove: (key: DraftKey) => void;
  /** Returns all drafts, newest first. */
  all: () => StoredDraft[];
}

const KEY_PREFIX = 'draft:';
/** The age at which a draft expires: the record may have changed, and the device may have another user. */
const LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;

const storageKey = ({ user, entity, id, formId }: DraftKey): string =>
  KEY_PREFIX + JSON.stringify(id === null && formId ? [user, entity, id, formId] : [user, entity, id]);

/** Returns an id for a form; unlike `randomUUID` also on pages without TLS. */
export const createFormId = (): string => [...crypto.getRandomValues(new Uint32Array(2))].join('-');

function parseStorageKey(key: string): DraftKey | null {
  try {
    const [user, entity, id, formId]: unknown[] = JSON.parse(key.slice(KEY_PREFIX.length));
    const isValid = typeof user === 'string' && typeof entity === 'string' && (id === null || typeof id === 'number');
    if (!isValid) return null;
    return typeof formId === 'string' ? { user, entity, id, formId } : { user, entity, id };
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

/** Stores drafts on this device, separately for every user; without browser storage, saves none. */
export function createDrafts(
  open: () => Storage = () => globalThis.localStorage,
  now: () => number = Date.now,
): Drafts {
  return {
    read(key) {
      try {
        const value: unknown = JSON.parse(open().getItem(storageKey(key)) ?? 'null');
        if (!isDraft(value)) return null;
        if (now() - value.time < LIFETIME_MS) return value;
        this.remove(key);
        return null;
      } catch {
        return null;
      }
    },
    find({ user, entity, id }) {
      if (id === null)
        return this.all().find((each) => each.user === user && each.entity === entity && each.id === null) ?? null;
      const draft = this.read({ user, entity, id });
      return draft && { user, entity, id, ...draft };
    },
    save(key, draft) {
      try {
        open().setItem(storageKey(key), JSON.stringify({ ...draft, time: now() }));
        return true;
      } catch {
        return false;
      }
    },
    all() {
      try {
        const storage = open();
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
        const stored = keys
          .filter((key) => key.startsWith(KEY_PREFIX))
          .map(parseStorageKey)
          .flatMap((key) => {
            const draft = key && this.read(key);
            return draft ? [{ ...key, ...draft }] : [];
          });
        return stored.sort((a, b) => b.time - a.time);
      } catch {
        return [];
      }
    },
    remove(key) {
      try {
        open().removeItem(storageKey(key));
      } catch {
        // storage that cannot be written has no drafts
      }
    },
  };
}

/** A draft of a record, or of a new one. */
export interface RecordDraft extends Omit<StoredDraft, 'entity'> {
  entity: EntityKey;
  /** The change set in which it was made; null for one of the live record. */
  setId: number | null;
}

/** Returns a user's drafts of records, newest first, without those of users, roles and settings. */
export const draftsOfRecords = (drafts: Pick<Drafts, 'all'>, user: string): RecordDraft[] =>
  drafts.all().flatMap((draft) => {
    const [, name, setId] = /^(\S+)(?: #(\d+))?$/.exec(draft.entity) ?? [];
    const entity = enums.Entity.find((key) => key === name);
    if (draft.user !== user || !entity) return [];
    return [{ ...draft, entity, setId: setId === undefined ? null : Number(setId) }];
  });

/** Remembers which drafts a form resumes without a question, until it is opened. */
function createDraftsToResume() {
  let keys: readonly DraftKey[] = [];
  const isSame = (a: DraftKey, b: DraftKey) => a.user === b.user && a.entity === b.entity && a.id === b.id;
  const withoutView = (key: DraftKey) => ({ ...key, entity: key.entity.split(' ')[0] ?? '' });
  const isOfOtherView = (a: DraftKey, b: DraftKey) => a.entity !== b.entity && isSame(withoutView(a), withoutView(b));
  return {
    add(key: DraftKey): void {
      keys = [...keys, key];
    },
    remove(key: DraftKey): void {
      keys = keys.filter((each) => !isSame(each, key));
    },
    has: (key: DraftKey): boolean => keys.some((each) => isSame(each, key)),
    /** Returns whether another view of the same record has such a draft. */
    hasOfOtherView: (key: DraftKey): boolean => keys.some((each) => isOfOtherView(each, key)),
  };
}

/** The drafts that this tab has saved on its own because its pages changed to other values of the records. */
export const draftsToResume = createDraftsToResume();
