import { ifMatch } from '#api/client.ts';
import type { Schemas } from '#api/metadata.gen.ts';
import type { Validate } from '#api/validate.ts';
import { useEditForm, useSaveShortcut } from '#crud/form/form-shell.tsx';
import { editableFields } from '#crud/form/state/form-definition.ts';
import { type FormAdapter, useFormMachine } from '#crud/form/state/use-form-machine.ts';
import { notify } from '#crud/notify.ts';
import { t } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { SETTINGS_ID, toRecord, withSettingsAsRecord } from './settings-record.ts';

const settingsAdapter: FormAdapter = {
  load: async () => toRecord((await api.GET('/api/v1/system-config')).data),
  save: async (_, version, body) => {
    try {
      const { status, data } = await api.PUT('/api/v1/system-config', {
        // the casts: settings always exist and so have a version, and the form has just validated the body
        params: { header: ifMatch(version as number) },
        body: body as Schemas['Settings'],
      });
      return { status, record: toRecord(data) };
    } catch (error) {
      throw withSettingsAsRecord(error);
    }
  },
  toastAfterSave: () => void notify.success(t('done.update', { name: t('config.title') })),
};

/** Creates the form of the settings. */
export function useSettingsForm(validate: Validate) {
  const { denialReason } = useSession();
  const machine = useFormMachine({
    name: 'system_config',
    id: SETTINGS_ID,
    blankValues: {},
    toValues: editableFields,
    staysOpenAfterSave: true,
    validate,
    adapter: settingsAdapter,
  });
  const form = useEditForm(machine, {
    schema: 'Settings',
    layout: 'page',
    disabledReason: denialReason('system_config:update'),
  });
  useSaveShortcut(form.save, 'page');
  return form;
}
