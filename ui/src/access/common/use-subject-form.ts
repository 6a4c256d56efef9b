import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Validate } from '#api/validate.ts';
import { recordsChanged } from '#crud/changes.ts';
import type { OpenForm } from '#crud/form/open-form.ts';
import { changedPointers } from '#crud/merge.ts';
import { notify } from '#crud/notify.ts';
import { focusField, focusFirst } from '#crud/record/focus-field.ts';
import { toBody } from '#crud/record/form-values.ts';
import { drafts } from '#crud/record/use-record-form.ts';
import { useShownErrors } from '#crud/record/use-shown-errors.ts';
import { recordFormMachine } from '#crud/record-form.machine.ts';
import type { RecordData, Saved } from '#crud/record-form.ts';
import { language } from '#i18n/i18n.ts';
import { useHotkey } from '#kit/use-hotkey.ts';
import { api, session } from '#session/session.ts';
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

/** A user or a role being edited, or a new one: what is typed, what is wrong, what stands against it. */
export function useSubjectForm({ subject, id, validate, place, held: heldBy }: Options) {
  const { refuse } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is remounted for another one
  const machine = useMemo(() => provide(subject), []);
  const [state, send, actor] = useMachine(machine, {
    input: {
      id,
      stays: false,
      blank: subject.blank,
      draft: drafts.read({ ...draftPlace(subject), id }),
      toValues: subject.toValues,
      validate: (values) => validate(toBody(values), language()),
    },
  });
  useEffect(() => session.subscribe(() => !session.loggedIn && actor.send({ type: 'SESSION_ENDED' })), [actor]);

  const { context } = state;
  const errors = useShownErrors(validate, context.values, context.errors);
  const dirty = state.status === 'active' && state.hasTag('dirty');
  const changes = dirty ? changedPointers(context.baseValues, context.values) : none;
  const permission = `${subject.key}:${context.id === null ? 'create' : 'update'}`;
  const refused = refuse(permission) || (heldBy?.(context.base) ?? false);
  const held = state.matches('draftOffered') || state.matches('gone');
  const there = !state.matches('loading') && !state.matches('failed');
  const open = there && !held && !refused;
  useEffect(() => {
    if (open) focusFirst();
  }, [open]);

  const save = () => {
    if (!refused) send({ type: 'SAVE' });
  };
  return {
    ...{ subject, place, state, send, errors, changes, refused, held, there, save },
    discard: () => send({ type: 'DISCARD' }),
    // nothing of access is proposed
    ...{ proposes: false, own: false, others: undefined },
  };
}

export type SubjectForm = ReturnType<typeof useSubjectForm>;

/** Saving by the key that saves everywhere. */
export const useSaveKey = (save: () => void) => useHotkey('mod+s', save);

const draftPlace = ({ key }: SubjectSpec) => ({ user: session.user?.username ?? '', entity: key });

function provide(subject: SubjectSpec) {
  const place = draftPlace(subject);
  const call = async (method: string, at: string, init: Parameters<typeof api.send>[2] = {}) => {
    const { status, data } = await api.send(method, subject.resource + at, init);
    // reading, creating and changing all answer the whole of it, by the contract
    return { status, record: (data as { record: RecordData }).record };
  };
  return recordFormMachine.provide({
    actors: {
      load: fromPromise(async ({ input: { id } }) => (await call('GET', `/${id}`)).record),
      save: fromPromise(async ({ input: { id, version, values } }): Promise<Saved> => {
        const body = toBody(values);
        const headers = { 'If-Match': `"${version}"` };
        const saved = id === null ? await call('POST', '', { body }) : await call('PUT', `/${id}`, { body, headers });
        return { status: id === null ? 201 : 200, record: saved.record };
      }),
    },
    actions: {
      keepDraft: ({ context: { id, values, baseValues, version } }) => {
        drafts.keep({ ...place, id }, { values, baseValues, version });
      },
      dropDraft: ({ context: { id } }) => drafts.drop({ ...place, id }),
      focusFirst: ({ context }) => focusField(context.errors[0]?.pointer),
      notify: ({ context: { saved, problem } }) => {
        if (problem) return notify.error(problem.message);
        if (!saved) return;
        recordsChanged();
        notify.success(subject.told(saved.record, saved.status === 201));
      },
    },
  });
}
