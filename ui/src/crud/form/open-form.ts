import { useEffect, useState } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import type { LoadedForm } from '#crud/load-form.ts';
import { changedPointers } from '#crud/merge.ts';
import { focusFirst } from '#crud/record/focus-field.ts';
import { useDraftAutosave } from '#crud/record/use-draft-autosave.ts';
import { type RecordContext, useOwnProposal } from '#crud/record/use-own-proposal.ts';
import { useRecordForm } from '#crud/record/use-record-form.ts';
import { useShownErrors } from '#crud/record/use-shown-errors.ts';
import type { Read } from '#crud/use-read.ts';
import { useHotkey } from '#kit/buttons/use-hotkey.ts';
import { useSession } from '#session/use-session.ts';

export type Place = 'panel' | 'dialog' | 'page';

interface Options {
  entity: EntityUi;
  id: number | null;
  parts: LoadedForm;
  place: Place;
  /** What surrounds the record: without it, a save might replace the own proposal by less. */
  recordContext: Pick<Read<RecordContext | undefined>, 'data' | 'problem' | 'reload'>;
}

const none: readonly string[] = [];

/** A record's form as every place shows it: what is typed, what is wrong, what a save will do. */
export function useOpenForm({ entity, id, parts, place, recordContext: surroundings }: Options) {
  const { refuse } = useSession();
  const [openedId] = useState(id);
  const recordContext = surroundings.data;
  const machine = useRecordForm(entity, id, { ...parts, stays: place === 'page' });
  const { state, send } = machine;
  const { context } = state;
  const { review, others: otherProposer, proposed, discard, again, moved } = useOwnProposal(machine, recordContext);
  const errors = useShownErrors(parts.validate, context.values, context.errors);
  const alive = state.status === 'active';
  const dirty = alive && state.hasTag('dirty');
  const changes = dirty ? changedPointers(proposed ?? context.baseValues, context.values) : none;
  const draftSavedAt = useDraftAutosave(entity.key, machine, changes.length > 0);

  const permission = `${entity.key}:${context.id === null ? 'create' : 'update'}`;
  const refused = refuse(permission);
  // what cannot be changed now does not look as if it could
  const isBlocked = state.matches('draftOffered') || state.matches('gone');
  // one just made is known without them, and what was shown once stays when they fail to be read again
  const surrounded = openedId === null || recordContext !== undefined;
  const failed = state.matches('failed') || (!surrounded && surroundings.problem !== undefined);
  const isLoaded = !failed && surrounded && !state.matches('loading');
  const open = isLoaded && !isBlocked && !refused;
  useEffect(() => {
    if (!open) return;
    // a dialog comes into the document after this, and takes the focus itself at first
    const frame = requestAnimationFrame(focusFirst);
    return () => cancelAnimationFrame(frame);
  }, [open]);

  const record = recordContext?.record;
  useEffect(() => {
    if (record && alive) send({ type: 'REFRESH', record });
  }, [record, alive, send]);

  const save = () => isLoaded && !refused && send({ type: 'SAVE' });
  useHotkey('mod+s', save, { inDialog: place === 'dialog' });
  return {
    ...{ entity, parts, place, state, send, errors, changes, discard, save },
    /** Whose proposal is open beside the record, if it is not one's own. */
    otherProposer,
    /** What is being changed is one's own proposal. */
    editsOwnProposal: proposed !== undefined,
    /** The rejected proposal whose values the form began with, and what of them the live record has changed since. */
    again,
    moved,
    /** That the record itself was rejected: by whom, when and why. */
    rejection: recordContext?.rejection?.kind === 'record' ? recordContext.rejection : undefined,
    /** Saving makes a proposal. */
    savesAsProposal: review,
    /** Why nothing can be changed. */
    refused,
    isBlocked,
    isLoaded,
    failed,
    draftSavedAt,
    /** Why it could not be loaded. */
    problem: context.problem ?? surroundings.problem,
    retry: () => {
      if (state.matches('failed')) send({ type: 'RETRY' });
      if (!recordContext) surroundings.reload();
    },
  };
}

export type OpenForm = ReturnType<typeof useOpenForm>;
