import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Schemas } from '#api/facts.gen.ts';
import type { Validate } from '#api/validate.ts';
import { recordsChanged } from '#crud/changes.ts';
import { createDrafts } from '#crud/drafts.ts';
import { changedPointers } from '#crud/merge.ts';
import { notify } from '#crud/notify.ts';
import { focusField } from '#crud/record/focus-field.ts';
import { toBody, toValues } from '#crud/record/form-values.ts';
import { useShownErrors } from '#crud/record/use-shown-errors.ts';
import { recordFormMachine } from '#crud/record-form.machine.ts';
import { language, t } from '#i18n/i18n.ts';
import { useHotkey } from '#kit/use-hotkey.ts';
import { api, session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { toRecord, withCurrentRecord } from './settings-record.ts';

const drafts = createDrafts();
const draftPlace = () => ({ user: session.user?.username ?? '', entity: 'system_config', id: 1 });

const provided = recordFormMachine.provide({
  actors: {
    load: fromPromise(async () => toRecord((await api.GET('/api/v1/system-config')).data)),
    save: fromPromise(async ({ input: { version, values } }) => {
      try {
        const { status, data } = await api.PUT('/api/v1/system-config', {
          params: { header: { 'If-Match': `"${version}"` } },
          // the cast: the form's check has just found it to be that
          body: toBody(values) as Schemas['Settings'],
        });
        return { status, record: toRecord(data) };
      } catch (error) {
        throw withCurrentRecord(error);
      }
    }),
  },
  actions: {
    keepDraft: ({ context: { values, baseValues, version } }) => {
      drafts.keep(draftPlace(), { values, baseValues, version });
    },
    dropDraft: () => drafts.drop(draftPlace()),
    focusFirst: ({ context }) => focusField(context.errors[0]?.pointer),
    notify: ({ context: { saved, problem } }) => {
      if (problem) return void notify.error(problem.message);
      if (!saved) return;
      recordsChanged();
      notify.success(t('message.updateSuccess'));
    },
  },
});

const none: readonly string[] = [];

/** The configuration being edited: the life of a record's form, with calls of its own. */
export function useSettingsForm(validate: Validate) {
  const { refuse } = useSession();
  const draft = useMemo(() => drafts.read(draftPlace()), []);
  const [state, send, actor] = useMachine(provided, {
    input: {
      id: 1,
      stays: true,
      blank: {},
      draft,
      toValues,
      validate: (values) => validate(toBody(values), language()),
    },
  });
  useEffect(() => session.subscribe(() => !session.loggedIn && actor.send({ type: 'SESSION_ENDED' })), [actor]);
  const { context } = state;
  const errors = useShownErrors(validate, context.values, context.errors);
  const changes = state.hasTag('dirty') ? changedPointers(context.baseValues, context.values) : none;
  const refused = refuse('system_config:update');
  const save = () => void (!refused && send({ type: 'SAVE' }));
  useHotkey('mod+s', save);
  return {
    ...{ state, send, errors, changes, refused, save },
    place: 'page' as const,
    proposes: false,
    held: state.matches('draftOffered'),
    there: !state.matches('loading') && !state.matches('failed'),
    discard: () => send({ type: 'DISCARD' }),
    change: (pointer: string, value: unknown) => void (!refused && send({ type: 'CHANGE', pointer, value })),
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
