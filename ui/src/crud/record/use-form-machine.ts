import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Validate } from '#api/validate.ts';
import { createDrafts, type DraftPlace } from '#crud/drafts.ts';
import { notify } from '#crud/notify.ts';
import { recordsChanged } from '#crud/query-client.ts';
import { recordFormMachine } from '#crud/record-form.machine.ts';
import type { ReadRecord, RecordFormInput, Saved } from '#crud/record-form.ts';
import { language } from '#i18n/i18n.ts';
import { session } from '#session/session.ts';
import { focusField } from './focus-field.ts';
import { toBody } from './form-values.ts';

export const drafts = createDrafts();

/** Where what somebody types into a form is kept on this device. */
export const draftPlace = (entity: string, id: number | null): DraftPlace => ({
  user: session.user?.username ?? '',
  entity,
  id,
});

/** The calls of one form: of a kind of record, or of anything else that has a version. */
export interface FormCalls {
  /** `since`: the version that a draft was typed over. */
  load: (id: number, since: number | null) => Promise<ReadRecord>;
  /** `version` is null for a new one; `body` as it is sent. */
  save: (id: number | null, version: number | null, body: Record<string, unknown>) => Promise<Saved>;
  /** Says that it is saved. */
  told: (saved: Saved) => void;
}

interface Options extends Pick<RecordFormInput, 'id' | 'stays' | 'blank' | 'toValues'> {
  /** What its drafts are kept under. */
  entity: string;
  validate: Validate;
  calls: FormCalls;
}

/** The life of a form, with its calls, its drafts on this device and what it says. */
export function useFormMachine({ entity, validate, calls, ...input }: Options) {
  const { id } = input;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is remounted for another record
  const machine = useMemo(() => provide(draftPlace(entity, id), calls), []);
  const [state, send, actor] = useMachine(machine, {
    input: {
      ...input,
      draft: drafts.read(draftPlace(entity, id)),
      validate: (values) => validate(toBody(values), language()),
    },
  });
  useEffect(() => session.subscribe(() => !session.loggedIn && actor.send({ type: 'SESSION_ENDED' })), [actor]);
  return { state, send };
}

// the place is of who opened the form: when a session ends, nobody is there any more
const provide = (place: DraftPlace, { load, save, told }: FormCalls) =>
  recordFormMachine.provide({
    actors: {
      load: fromPromise(({ input }) => load(input.id ?? 0, input.since)),
      save: fromPromise(({ input: { id, version, values } }) => save(id, version, toBody(values))),
    },
    actions: {
      keepDraft: ({ context: { id, values, baseValues, version } }) => {
        drafts.keep({ ...place, id }, { values, baseValues, version });
      },
      dropDraft: ({ context: { id } }) => drafts.drop({ ...place, id }),
      focusFirst: ({ context }) => focusField(context.errors[0]?.pointer),
      notify: ({ context: { saved, problem } }) => {
        if (problem) return void notify.error(problem.message);
        if (!saved) return;
        recordsChanged();
        told(saved);
      },
    },
  });
