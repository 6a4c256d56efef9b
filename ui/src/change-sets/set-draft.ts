import { useReducer } from 'react';
import { parseTimeText } from '#kit/dates/time-text.ts';
import type { ChangeSet } from './change-set.ts';

/** What is typed into the dialog of a set. */
interface SetDraft {
  title: string;
  note: string;
  day: string | null;
  time: string;
}

export const MIDNIGHT = '00:00';

/** The fields that are saved; day and time are one. */
const SET_FIELDS = ['title', 'note', 'effectiveOn'] as const;
export type SetField = (typeof SET_FIELDS)[number];

function toDraft(set: ChangeSet | undefined): SetDraft {
  const [day = null, time = MIDNIGHT] = set?.effectiveOn?.split('T') ?? [];
  return { title: set?.title ?? '', note: set?.note ?? '', day, time };
}

/** Returns the values of the fields as they are saved; empty texts for those without one. */
function toValues({ title, note, day, time }: SetDraft): Record<SetField, string> {
  const effectiveOn = day === null ? '' : `${day}T${parseTimeText(time.trim() || MIDNIGHT)}`;
  return { title: title.trim(), note: note.trim(), effectiveOn };
}

const changedFields = (a: SetDraft, b: SetDraft): SetField[] =>
  SET_FIELDS.filter((field) => toValues(a)[field] !== toValues(b)[field]);

/** Returns the draft with the values that some fields have in another one. */
const takeFields = (draft: SetDraft, from: SetDraft, fields: readonly SetField[]): SetDraft => ({
  title: fields.includes('title') ? from.title : draft.title,
  note: fields.includes('note') ? from.note : draft.note,
  ...(fields.includes('effectiveOn') ? { day: from.day, time: from.time } : { day: draft.day, time: draft.time }),
});

interface State {
  /** The version that the edit is based on; none for a new set. */
  base: ChangeSet | undefined;
  draft: SetDraft;
  /** What somebody else has saved since, after a save that met it. */
  merged?: Merged;
}

interface Merged {
  /** Fields whose new values the draft has taken over. */
  taken: SetField[];
  /** Fields that the draft changes too. */
  contested: SetField[];
}

type Event =
  | { type: 'change'; changes: Partial<SetDraft> }
  | { type: 'merge'; current: ChangeSet }
  | { type: 'takeTheirs'; field: SetField };

function reduce(state: State, event: Event): State {
  const { draft, base } = state;
  if (event.type === 'change') return { ...state, draft: { ...draft, ...event.changes } };
  if (event.type === 'takeTheirs') return { ...state, draft: takeFields(draft, toDraft(base), [event.field]) };
  const theirs = toDraft(event.current);
  const changedByMe = changedFields(toDraft(base), draft);
  const changedByThem = changedFields(toDraft(base), theirs);
  const taken = changedByThem.filter((field) => !changedByMe.includes(field));
  const contested = changedByThem.filter((field) => changedByMe.includes(field));
  return { base: event.current, draft: takeFields(draft, theirs, taken), merged: { taken, contested } };
}

/** The draft of a set's title, note and date, which merges what others save meanwhile field by field. */
export function useSetDraft(changeSet: ChangeSet | undefined) {
  const [{ base, draft, merged }, dispatch] = useReducer(reduce, { base: changeSet, draft: toDraft(changeSet) });
  const changed = changedFields(toDraft(base), draft);
  const { title, note, effectiveOn } = toValues(draft);
  return {
    base,
    draft,
    body: { title, ...(note && { note }), ...(effectiveOn && { effectiveOn }) },
    isChanged: changed.length > 0,
    merged,
    /** Fields in which the draft still differs from what somebody else has saved. */
    contested: merged?.contested.filter((field) => changed.includes(field)) ?? [],
    change: (changes: Partial<SetDraft>) => dispatch({ type: 'change', changes }),
    merge: (current: ChangeSet) => dispatch({ type: 'merge', current }),
    takeTheirs: (field: SetField) => dispatch({ type: 'takeTheirs', field }),
  };
}
