import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, use, useEffect } from 'react';
import { ifMatch } from '#api/client.ts';
import { type Schemas, settingDetails } from '#api/metadata.gen.ts';
import { loadValidate, type Validate } from '#api/validate.ts';
import { editableFields } from '#crud/form/definition/form-definition.ts';
import { type EditForm, useEditForm, useSaveShortcut } from '#crud/form/edit-form.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { focusPointer } from '#crud/form/form-fields.tsx';
import { FormBody, FormFooter, FormFrame, FormSkeleton } from '#crud/form/form-shell.tsx';
import type { RecordData } from '#crud/form/state/form-context.ts';
import { changedPointers } from '#crud/form/state/merge.ts';
import { type FormAdapter, useFormMachine } from '#crud/form/state/use-form-machine.ts';
import { notify } from '#crud/notify.ts';
import { Time } from '#crud/text/time.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { fullTime, shortTime, totalText } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { HistoryDrawer, useChangeText } from './history-drawer.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { SETTINGS_ID, toRecord, withSettingsAsRecord } from './settings-record.ts';
import type { SettingsSearch } from './settings-search.ts';
import { type SettingsHistory, useSettingsHistory } from './use-settings-history.ts';

const NO_IDENTITY_PARAMS: readonly string[] = [];

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

/** The settings of the product, with their history beside them. */
export function SettingsPage() {
  return (
    <Suspense fallback={<FormSkeleton page />}>
      <Page />
    </Suspense>
  );
}

function Page() {
  const { t } = useTexts();
  const { panel, field } = useSearch({ from: '/_frame/system-config' });
  const navigate = useNavigate();
  const form = useSettingsForm(use(loadValidate('Settings')));
  const history = useSettingsHistory();
  const { errors, changes, isLoaded } = form;
  const showAddress = (search: SettingsSearch) => void navigate({ to: '/system-config', search });
  const onHistory = () => showAddress({ panel: 'history' });
  useEffect(() => {
    if (isLoaded && field !== undefined) focusPointer(field);
  }, [isLoaded, field]);
  return (
    <>
      <section className="@container flex min-w-0 flex-1 flex-col">
        <SettingsHead record={form.state.context.record} onHistory={onHistory} />
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-canvas">
          <FormFrame
            form={form}
            texts={{
              subject: t('config.title'),
              loadFailed: (problem) => t('config.failed', { problem }),
              loadFailedHint: t('config.failedText'),
              conflictTitle: t('config.conflict'),
            }}
            identityParams={NO_IDENTITY_PARAMS}
            className="grid gap-x-4 gap-y-3 px-page py-4 @4xl:grid-cols-[minmax(0,1fr)_288px] @4xl:items-start"
          >
            <div className="flex min-w-0 flex-col gap-3">
              <FormBody
                form={form}
                className="flex flex-col gap-3 @7xl:block @7xl:columns-2 @7xl:gap-3 @7xl:*:not-last:mb-3 @7xl:*:break-inside-avoid"
              >
                <SettingsFields />
              </FormBody>
            </div>
            <div className="flex min-w-0 flex-col gap-3">
              <SettingsSide form={form} history={history} onHistory={onHistory} />
            </div>
          </FormFrame>
        </div>
        <FormFooter>
          <FormActions
            form={form}
            savedNote={<span className="text-ink-3">{t('config.calm')}</span>}
            draftNote={
              errors.length === 0 && (
                <span className="min-w-0 truncate text-xs text-ink-3">
                  {changes.map(pointerLabel).join(t('common.separator'))}
                </span>
              )
            }
          />
        </FormFooter>
      </section>
      {panel === 'history' && isLoaded && (
        <HistoryDrawer form={form} history={history} onClose={() => showAddress({})} />
      )}
    </>
  );
}

/** The title, the shown version, and the button that opens the history. */
function SettingsHead({ record, onHistory }: { record: RecordData | null; onHistory: () => void }) {
  const { t } = useTexts();
  const time = typeof record?.updateTime === 'string' ? record.updateTime : undefined;
  return (
    <header className="flex min-h-13 flex-none items-center gap-3 border-b border-line bg-panel px-page max-sm:flex-wrap max-sm:gap-y-0.5 max-sm:py-1.5">
      <h1 className="truncate text-xl font-semibold">{t('config.title')}</h1>
      {record && time && (
        <span
          className="min-w-0 truncate text-xs text-ink-3 max-sm:order-last max-sm:basis-full"
          title={fullTime(time)}
        >
          {t('config.saved', { version: record.version, by: String(record.updatedBy), time: shortTime(time) })}
        </span>
      )}
      <Button icon="history" className="ml-auto" onClick={onHistory}>
        {t('history.title')}
      </Button>
    </header>
  );
}

const MAX_CHANGES = 5;
const defaults = Object.fromEntries(Object.entries(settingDetails).map(([name, details]) => [name, details.default]));

interface Props {
  form: EditForm;
  history: SettingsHistory;
  onHistory: () => void;
}

/** A side panel with the settings that differ from their defaults and the latest changes. */
function SettingsSide({ form, history, onHistory }: Props) {
  const { t } = useTexts();
  const describeChange = useChangeText();
  const { values } = form.state.context;
  const changedSettings = changedPointers(defaults, values);
  return (
    <>
      <Panel title={t('config.others')} note={changedSettings.length > 0 && changedSettings.length}>
        {changedSettings.length === 0 && <p className="text-xs text-ink-3">{t('config.allInitial')}</p>}
        <ul className="flex flex-col gap-1 text-xs">
          {changedSettings.map((pointer) => (
            <li key={pointer}>
              <LinkButton className="text-left" onClick={() => focusPointer(pointer)}>
                {pointerLabel(pointer)}
              </LinkButton>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel
        title={t('config.recent')}
        aside={
          history.data !== undefined &&
          history.data.total > 0 && (
            <LinkButton onClick={onHistory}>{t('record.allVersions', { changes: totalText(history.data) })}</LinkButton>
          )
        }
      >
        {history.problem && <p className="text-xs text-bad-ink">{history.problem.message}</p>}
        {history.data?.total === 0 && <p className="text-xs text-ink-3">{t('config.noChanges')}</p>}
        <ol className="-my-1">
          {history.items.slice(0, MAX_CHANGES).map((change) => (
            <li key={change.id} className="flex gap-2 py-1 text-xs">
              <span className="min-w-0 text-ink-2">{describeChange(change)}</span>
              <span className="ml-auto flex-none text-ink-3">
                <Time iso={change.time} />
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </>
  );
}

/** Creates the form of the settings. */
function useSettingsForm(validate: Validate) {
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
