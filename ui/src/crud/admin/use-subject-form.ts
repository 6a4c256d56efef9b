import { useEffect } from 'react';
import type { Validate } from '#api/validate.ts';
import type { OpenForm } from '#crud/form/open-form.ts';
import { changedPointers } from '#crud/merge.ts';
import { notify } from '#crud/notify.ts';
import { focusFirst } from '#crud/record/focus-field.ts';
import { useDraftAutosave } from '#crud/record/use-draft-autosave.ts';
import { type FormCalls, useFormMachine } from '#crud/record/use-form-machine.ts';
import { useShownErrors } from '#crud/record/use-shown-errors.ts';
import type { RecordData } from '#crud/record-form.ts';
import { useHotkey } from '#kit/buttons/use-hotkey.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import type { SubjectSpec } from './subject.ts';

interface Options {
  subject: SubjectSpec;
  /** Null for a new one. */
  id: number | null;
  validate: Validate;
  place: OpenForm['place'];
  /** Why nothing of this one can be changed, beside the permission. */
  held?: ((record: RecordData | null) => string | false) | undefined;
}

const none: readonly string[] = [];

/** Something administered being edited, or a new one: what is typed, what is wrong, what stands against it. */
export function useSubjectForm({ subject, id, validate, place, held: heldBy }: Options) {
  const { refuse } = useSession();
  const machine = useFormMachine({
    ...{ entity: subject.key, id, stays: false, validate },
    ...{ blank: subject.blank, toValues: subject.toValues, calls: callsOf(subject) },
  });

  const { state, send } = machine;
  const { context } = state;
  const errors = useShownErrors(validate, context.values, context.errors);
  const dirty = state.status === 'active' && state.hasTag('dirty');
  const changes = dirty ? changedPointers(context.baseValues, context.values) : none;
  const draftSavedAt = useDraftAutosave(subject.key, machine, changes.length > 0);
  const permission = `${subject.tag}:${context.id === null ? 'create' : 'update'}`;
  const refused = refuse(permission) || (heldBy?.(context.base) ?? false);
  const isBlocked = state.matches('draftOffered') || state.matches('gone');
  const isLoaded = !state.matches('loading') && !state.matches('failed');
  const open = isLoaded && !isBlocked && !refused;
  useEffect(() => {
    if (open) focusFirst();
  }, [open]);

  const save = () => {
    if (!refused) send({ type: 'SAVE' });
  };
  return {
    ...{ subject, place, state, send, errors, changes, refused, isBlocked, isLoaded, draftSavedAt, save },
    discard: () => send({ type: 'DISCARD' }),
    // nothing of it is proposed
    ...{ savesAsProposal: false, editsOwnProposal: false, otherProposer: undefined },
  };
}

export type SubjectForm = ReturnType<typeof useSubjectForm>;

/** Saving by the key that saves everywhere. */
export const useSaveKey = (save: () => void) => useHotkey('mod+s', save);

function callsOf({ resource, told }: SubjectSpec): FormCalls {
  const call = async (method: string, at: string, init: Parameters<typeof api.send>[2] = {}) => {
    const { data } = await api.send(method, resource + at, init);
    // reading, creating and changing all answer the whole of it, by the contract
    return data as { record: RecordData };
  };
  return {
    load: async (id) => (await call('GET', `/${id}`)).record,
    save: async (id, version, body) => {
      const headers = { 'If-Match': `"${version}"` };
      const data = await (id === null ? call('POST', '', { body }) : call('PUT', `/${id}`, { body, headers }));
      return { status: id === null ? 201 : 200, record: data.record, data };
    },
    told: ({ status, record }) => void notify.success(told(record, status === 201)),
  };
}
