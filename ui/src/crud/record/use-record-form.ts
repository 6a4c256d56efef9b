import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Validate } from '#api/validate.ts';
import { recordsChanged } from '#crud/changes.ts';
import type { EntityUi, Values } from '#crud/define-entity.ts';
import { createDrafts } from '#crud/drafts.ts';
import { notify } from '#crud/notify.ts';
import { recordFormMachine } from '#crud/record-form.machine.ts';
import type { RecordFormContext, Saved } from '#crud/record-form.ts';
import { resource } from '#crud/resource.ts';
import { language, t } from '#i18n/i18n.ts';
import { session } from '#session/session.ts';
import { focusField } from './focus-field.ts';
import { blank, toBody, toValues } from './form-values.ts';

export const drafts = createDrafts();

interface Options {
  validate: Validate;
  /** What a new record begins with. */
  start?: (() => Values) | undefined;
  stays: boolean;
}

/** One record being edited, or a new one where `id` is null. */
export function useRecordForm(entity: EntityUi, id: number | null, { validate, start, stays }: Options) {
  const place = { user: session.user?.username ?? '', entity: entity.key };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is remounted for another record
  const machine = useMemo(() => provide(entity, place), []);
  const [state, send, actor] = useMachine(machine, {
    input: {
      id,
      stays,
      blank: { ...blank(entity.schema), ...start?.() },
      draft: drafts.read({ ...place, id }),
      toValues,
      validate: (values) => validate(toBody(values), language()),
    },
  });
  useEffect(() => session.subscribe(() => !session.loggedIn && actor.send({ type: 'SESSION_ENDED' })), [actor]);
  return { state, send };
}

type Place = Omit<Parameters<typeof drafts.read>[0], 'id'>;

function provide(entity: EntityUi, place: Place) {
  const calls = resource(entity);
  return recordFormMachine.provide({
    actors: {
      load: fromPromise(async ({ input }) => (await calls.get(input.id ?? 0)).data.record),
      save: fromPromise(async ({ input: { id, version, values } }): Promise<Saved> => {
        const body = toBody(values);
        const answer = id === null ? await calls.create(body) : await calls.update(id, version ?? 0, body);
        // create and update answer with nothing else, by the contract
        return { status: answer.status as Saved['status'], record: answer.data.record, data: answer.data };
      }),
    },
    actions: {
      keepDraft: ({ context: { id, values, baseValues, version } }) => {
        drafts.keep({ ...place, id }, { values, baseValues, version });
      },
      dropDraft: ({ context: { id } }) => drafts.drop({ ...place, id }),
      focusFirst: ({ context }) => focusField(context.errors[0]?.pointer),
      notify: ({ context }) => tell(context),
    },
  });
}

function tell({ saved, problem }: RecordFormContext): void {
  if (problem) {
    notify.error(problem.message);
    return;
  }
  if (!saved) return;
  recordsChanged();
  if (saved.status === 202) notify.info(t('form.proposed'));
  else notify.success(t(saved.status === 201 ? 'message.createSuccess' : 'message.updateSuccess'));
}
