import type { Schemas } from '#api/facts.gen.ts';
import type { Validate } from '#api/validate.ts';
import { changedPointers } from '#crud/merge.ts';
import { notify } from '#crud/notify.ts';
import { toValues } from '#crud/record/form-values.ts';
import { useDraftAutosave } from '#crud/record/use-draft-autosave.ts';
import { type FormCalls, useFormMachine } from '#crud/record/use-form-machine.ts';
import { useShownErrors } from '#crud/record/use-shown-errors.ts';
import { t } from '#i18n/i18n.ts';
import { useHotkey } from '#kit/buttons/use-hotkey.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { toRecord, withCurrentRecord } from './settings-record.ts';

const calls: FormCalls = {
  load: async () => toRecord((await api.GET('/api/v1/system-config')).data),
  save: async (_, version, body) => {
    try {
      const { status, data } = await api.PUT('/api/v1/system-config', {
        params: { header: { 'If-Match': `"${version}"` } },
        // the cast: the form's check has just found it to be that
        body: body as Schemas['Settings'],
      });
      return { status, record: toRecord(data) };
    } catch (error) {
      throw withCurrentRecord(error);
    }
  },
  told: () => void notify.success(t('message.saveSuccess')),
};

const none: readonly string[] = [];

/** The configuration being edited: the life of a record's form, with calls of its own. */
export function useSettingsForm(validate: Validate) {
  const { refuse } = useSession();
  const machine = useFormMachine({
    ...{ entity: 'system_config', id: 1, stays: true, blank: {}, toValues, validate, calls },
  });
  const { state, send } = machine;
  const { context } = state;
  const errors = useShownErrors(validate, context.values, context.errors);
  const changes = state.hasTag('dirty') ? changedPointers(context.baseValues, context.values) : none;
  const draftSavedAt = useDraftAutosave('system_config', machine, changes.length > 0);
  const refused = refuse('system_config:update');
  const save = () => void (!refused && send({ type: 'SAVE' }));
  useHotkey('mod+s', save);
  return {
    ...{ state, send, errors, changes, refused, draftSavedAt, save },
    place: 'page' as const,
    savesAsProposal: false,
    isBlocked: state.matches('draftOffered'),
    isLoaded: !state.matches('loading') && !state.matches('failed'),
    discard: () => send({ type: 'DISCARD' }),
    change: (pointer: string, value: unknown) => void (!refused && send({ type: 'CHANGE', pointer, value })),
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
