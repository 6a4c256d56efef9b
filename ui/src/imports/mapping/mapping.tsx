import { LoadFailed } from '#crud/read/load-failed.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ActionBar } from '#imports/actions/action-bar.tsx';
import { type ImportOptions, importPermission, isWorking, type Preview } from '#imports/import.ts';
import { ImportHead } from '#imports/import-head.tsx';
import type { ImportProps } from '#imports/use-import.ts';
import { usePresets } from '#imports/use-presets.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useSession } from '#session/use-session.ts';
import { assignTarget } from './import-targets.ts';
import { OptionsPanel } from './options-panel.tsx';
import { PreviewTable } from './preview-table.tsx';

/** The mapping step of an import: a preview of the file, the target of each column, and the options for reading it. */
export function ImportMapping(props: ImportProps) {
  const { importJob, state, send } = props;
  const { options, preview } = state.context;
  const presets = usePresets(importJob.entity);
  const changeOptions = (changes: Partial<ImportOptions>) => send({ type: 'CHANGE_OPTIONS', changes });
  return (
    <section className="@container flex min-w-0 flex-1 flex-col">
      <ImportHead importJob={importJob} mapping={!isWorking(importJob)} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @3xl:flex-row @3xl:overflow-visible">
        <div className="flex max-h-[50dvh] min-w-0 flex-none flex-col @3xl:max-h-none @3xl:min-h-0 @3xl:flex-1">
          <MappingBody {...props} />
        </div>
        {options && preview && (
          <OptionsPanel options={options} presets={presets} preview={preview} onChange={changeOptions} />
        )}
      </div>
      <MappingActions {...props} />
    </section>
  );
}

function MappingBody({ importJob, state, send }: ImportProps) {
  const { t, language } = useTexts();
  const { options, preview, problem } = state.context;
  const presets = usePresets(importJob.entity);
  if (!preview && state.matches({ mapping: 'previewFailed' })) {
    return (
      <LoadFailed
        title={t('imports.map.failed', { problem: problem?.message ?? '' })}
        onRetry={() => send({ type: 'RETRY' })}
        problem={problem}
      />
    );
  }
  if (!preview || !options) {
    return (
      <div className="flex flex-col gap-2 p-6">
        <p className="text-ink-3">{t('imports.map.readingFile')}</p>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} height={32} className="animate-fade-in-delayed" />
        ))}
      </div>
    );
  }
  const preset = presets.find(({ key }) => key === options.preset);
  const isLoading = state.matches({ mapping: 'previewing' }) || state.matches({ mapping: 'reading' });
  return (
    <>
      <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-page py-2 text-xs text-ink-3 empty:hidden">
        {preview.columns.length > 0 && <ColumnCounts preview={preview} showsMapping={options.preset === null} />}
        {preset && (
          <span>
            {t('imports.map.byPreset', { preset: preset.label[language] })}{' '}
            {options.format !== 'preset' && (
              <LinkButton
                onClick={() =>
                  send({
                    type: 'CHANGE_OPTIONS',
                    changes: { preset: null, targets: [] },
                  })
                }
              >
                {t('imports.map.ownMapping')}
              </LinkButton>
            )}
          </span>
        )}
      </div>
      {state.matches({ mapping: 'previewFailed' }) && problem && (
        <div className="px-page pt-3">
          <Note
            tone="bad"
            live
            action={<LinkButton onClick={() => send({ type: 'RETRY' })}>{t('common.retry')}</LinkButton>}
          >
            {t('imports.map.failed', { problem: problem.message })}
          </Note>
        </div>
      )}
      {preview.betterKey && (
        <div className="px-page pt-3">
          <BetterKeyNote
            preview={preview}
            onTargets={(targets) => send({ type: 'CHANGE_OPTIONS', changes: { targets } })}
          />
        </div>
      )}
      {preview.columns.length > 0 ? (
        <PreviewTable
          preview={preview}
          loading={isLoading}
          isReadOnly={options.preset !== null}
          onTargets={(targets) => send({ type: 'CHANGE_OPTIONS', changes: { targets } })}
        />
      ) : (
        <EmptyState
          icon="warning"
          title={preview.fault?.message ?? t('imports.map.noRows')}
          text={t(importJob.bytes > 0 ? 'imports.map.mend' : 'imports.map.other')}
        />
      )}
    </>
  );
}

interface BetterKeyNoteProps {
  preview: Preview;
  onTargets: (targets: ImportOptions['targets']) => void;
}

/** Suggests another key column if its values match more existing records. */
function BetterKeyNote({ preview: { betterKey, columns, targets }, onTargets }: BetterKeyNoteProps) {
  const { t } = useTexts();
  const key = targets.find(({ isKey }) => isKey)?.key;
  const index = columns.findIndex(({ name }) => name === betterKey?.column);
  if (!betterKey || key === undefined || index < 0) return null;
  const currentColumn = columns.find(({ target }) => target === key)?.name;
  const textValues = { column: betterKey.column, matches: betterKey.matches, rows: betterKey.rows };
  return (
    <Note
      tone="warn"
      action={
        <LinkButton onClick={() => onTargets(assignTarget(columns, index, key))}>{t('imports.map.useKey')}</LinkButton>
      }
    >
      {currentColumn === undefined
        ? t('imports.map.betterKeyOnly', textValues)
        : t('imports.map.betterKey', { ...textValues, current: currentColumn, chosen: betterKey.chosen })}
    </Note>
  );
}

/** The number of columns, mapped columns, ignored columns and preview rows. */
function ColumnCounts({ preview: { columns, rows }, showsMapping }: { preview: Preview; showsMapping: boolean }) {
  const { t } = useTexts();
  const mappedCount = columns.filter(({ target }) => target !== null).length;
  const parts = [
    t('imports.map.columns', { count: columns.length }),
    showsMapping && t('imports.map.mapped', { n: number(mappedCount) }),
    showsMapping &&
      columns.length > mappedCount &&
      t('imports.map.ignored', { n: number(columns.length - mappedCount) }),
    t('imports.map.rows', { count: rows.length, n: number(rows.length) }),
  ];
  return <span className="text-ink-2">{parts.filter(Boolean).join(' · ')}</span>;
}

/** The footer of the mapping step, which shows errors and starts the check of the whole file. */
function MappingActions({ importJob, state, send, onDiscard }: ImportProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const { preview, action, problem } = state.context;
  const disabledReason = denialReason(importPermission(importJob.entity));
  const fault = preview?.fault?.message;
  const errorText = fault ?? (action?.type === 'stage' ? problem?.message : undefined);
  const hasFailed = state.matches({ mapping: 'previewFailed' });
  const isReady = state.matches({ mapping: 'ready' });
  return (
    <ActionBar
      note={
        errorText ? (
          <span role="alert" className="flex min-w-0 items-center gap-1.5 text-bad-ink">
            <Icon name="error" />
            <span className="min-w-0">{errorText}</span>
          </span>
        ) : (
          <span className="text-ink-3">{t('imports.map.checkHint')}</span>
        )
      }
    >
      <Button variant="ghost" disabledReason={disabledReason} onClick={onDiscard}>
        {t('imports.discard')}
      </Button>
      {importJob.status === 'staged' && (
        <Button onClick={() => send({ type: 'REPORT' })}>{t('imports.map.backToReport')}</Button>
      )}
      <Button
        variant="primary"
        busy={!isReady && !hasFailed}
        disabledReason={disabledReason || (isReady && fault)}
        onClick={() => isReady && send({ type: 'RUN_ACTION', action: { type: 'stage' } })}
      >
        {t('imports.map.check')}
      </Button>
    </ActionBar>
  );
}
