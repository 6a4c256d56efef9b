import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, use } from 'react';
import { settings } from '#api/facts.gen.ts';
import { loadValidate } from '#api/validate.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { FormSkeleton } from '#crud/form/form-frame.tsx';
import { changedPointers } from '#crud/merge.ts';
import { ConflictDialog } from '#crud/record/conflict-dialog.tsx';
import { jumpTo } from '#crud/record/focus-field.ts';
import { FormContext } from '#crud/record/form-context.ts';
import { FormNotes } from '#crud/record/form-notes.tsx';
import { LeaveGuard } from '#crud/record/leave-guard.tsx';
import type { RecordData } from '#crud/record-form.ts';
import { Time } from '#crud/time.tsx';
import { pointerText } from '#crud/value-text.ts';
import { fullTime, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { ErrorState } from '#kit/messages/page-state.tsx';
import { HistoryDrawer, useChangeText } from './history-drawer.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { SettingsSearch } from './settings-search.ts';
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts';
import { type SettingsHistory, useSettingsHistory } from './use-settings-history.ts';

/** The configuration of the whole product, part by part; its history beside it. */
export function SettingsPage() {
  return (
    <Suspense fallback={<FormSkeleton page />}>
      <Page />
    </Suspense>
  );
}

function Page() {
  const { t, language } = useTexts();
  const { panel } = useSearch({ from: '/_frame/system-config' });
  const navigate = useNavigate();
  const form = useSettingsForm(use(loadValidate('Settings')));
  const history = useSettingsHistory();
  const { state, send, errors, changes, refused, isLoaded, isBlocked, change } = form;
  const { base, values, problem } = state.context;
  const show = (search: SettingsSearch) => void navigate({ to: '/system-config', search: search });
  const onHistory = () => show({ panel: 'history' });
  return (
    <>
      <section className="@container flex min-w-0 flex-1 flex-col">
        <SettingsHead record={base} onHistory={onHistory} />
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-canvas">
          {state.matches('loading') && <FormSkeleton page />}
          {state.matches('failed') && (
            <ErrorState
              title={t('config.failed', { problem: problem?.message ?? '' })}
              text={t('config.failedText')}
              onRetry={() => send({ type: 'RETRY' })}
              errorKey={problem?.key}
              traceId={problem?.traceId}
            />
          )}
          {isLoaded && (
            <FormContext
              value={{
                ...{ schema: 'Settings', language, place: 'page', base, values, errors, change },
                locked: refused !== false,
              }}
            >
              <form
                data-record
                noValidate
                className="grid gap-x-4 gap-y-3 px-6 py-4 @4xl:grid-cols-[minmax(0,1fr)_288px] @4xl:items-start"
                onSubmit={(event) => {
                  event.preventDefault();
                  form.save();
                }}
              >
                <div className="flex min-w-0 flex-col gap-3">
                  <FormNotes {...form} otherProposer={undefined} editsOwnProposal={false} />
                  <div
                    inert={isBlocked}
                    data-held={isBlocked || undefined}
                    className="flex flex-col gap-3 data-held:opacity-55"
                  >
                    <SettingsFields />
                  </div>
                </div>
                <div className="flex min-w-0 flex-col gap-3">
                  <SettingsSide form={form} history={history} onHistory={onHistory} />
                </div>
                {/* Enter in a field submits; the visible button stands in the action bar */}
                <button type="submit" hidden tabIndex={-1} aria-hidden />
              </form>
              <ConflictDialog state={state} send={send} title={t('config.conflict')} />
              <LeaveGuard
                dirty={changes.length > 0}
                one={t('config.title')}
                of={[]}
                onLeave={() => send({ type: 'DISCARD' })}
              />
            </FormContext>
          )}
        </div>
        <footer className="flex min-h-14 flex-none items-center border-t border-line-strong bg-panel px-6 py-2 empty:hidden">
          <FormActions
            form={form}
            calm={<span className="text-ink-3">{t('config.calm')}</span>}
            note={
              errors.length === 0 && (
                <span className="cut text-xs text-ink-3">{changes.map(pointerText).join(t('common.separator'))}</span>
              )
            }
          />
        </footer>
      </section>
      {panel === 'history' && isLoaded && <HistoryDrawer form={form} history={history} onClose={() => show({})} />}
    </>
  );
}

/** What the page is, which version of it stands here, and the way to those before. */
function SettingsHead({ record, onHistory }: { record: RecordData | null; onHistory: () => void }) {
  const { t } = useTexts();
  const time = typeof record?.updateTime === 'string' ? record.updateTime : undefined;
  return (
    <header className="flex h-13 flex-none items-center gap-3 border-b border-line bg-panel px-6">
      <h1 className="text-xl font-semibold">{t('config.title')}</h1>
      {record && time && (
        <span className="cut text-xs text-ink-3" title={fullTime(time)}>
          {t('config.saved', { version: record.version, by: record.updatedBy, time: shortTime(time) })}
        </span>
      )}
      <Button icon="clock" className="ml-auto" onClick={onHistory}>
        {t('history.title')}
      </Button>
    </header>
  );
}

const shown = 5;
const initial = Object.fromEntries(settings.map((setting) => [setting.name, setting.default]));

interface Props {
  form: SettingsForm;
  history: SettingsHistory;
  onHistory: () => void;
}

/** Beside the settings: which of them are not as by default, and who has changed something lately. */
function SettingsSide({ form, history, onHistory }: Props) {
  const { t } = useTexts();
  const text = useChangeText();
  const { values } = form.state.context;
  const others = changedPointers(initial, values);
  return (
    <>
      <Panel title={t('config.others')} note={others.length > 0 && others.length}>
        {others.length === 0 && <p className="text-xs text-ink-3">{t('config.allInitial')}</p>}
        <ul className="flex flex-col gap-1 text-xs">
          {others.map((pointer) => (
            <li key={pointer}>
              <LinkButton className="text-left" onClick={() => jumpTo(pointer)}>
                {pointerText(pointer)}
              </LinkButton>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel
        title={t('config.recent')}
        aside={
          history.total > 0 && (
            <LinkButton onClick={onHistory}>{t('record.allVersions', { count: history.total })}</LinkButton>
          )
        }
      >
        {history.problem && <p className="text-xs text-bad-ink">{history.problem.message}</p>}
        {history.data && history.total === 0 && <p className="text-xs text-ink-3">{t('config.noChanges')}</p>}
        <ol className="-my-1">
          {history.items.slice(0, shown).map((change) => (
            <li key={change.id} className="flex gap-2 py-1 text-xs">
              <span className="min-w-0 text-ink-2">{text(change)}</span>
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
