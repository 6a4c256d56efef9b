import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import { StreamStatus } from '#crud/read/stream-status.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { Note } from '#kit/messages/note.tsx';
import { ErrorState } from '#kit/messages/page-state.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useSession } from '#session/use-session.ts';
import { DiscardDialog } from './actions/discard-dialog.tsx';
import { type ImportStatus, importPermission, isWorking } from './import.ts';
import { ImportHead } from './import-head.tsx';
import { ImportMapping } from './mapping/mapping.tsx';
import { ImportReport } from './report/report.tsx';
import { UploadView } from './upload/upload-view.tsx';
import { type ImportProps, type ImportSnapshot, type SendImport, useImport, useImportUpdates } from './use-import.ts';
import { WorkProgress } from './work-progress.tsx';

interface Props {
  id: number;
  /** Shown to users who may not see the import. */
  forbidden: ReactNode;
}

/** The page of one import; the view follows from its status on the server. */
export function ImportPage({ id, forbidden }: Props) {
  const { state, send } = useImport(id);
  const navigate = useNavigate();
  const isDiscarded = state.matches('discarded');
  useEffect(() => {
    if (isDiscarded) void navigate({ to: '/imports', replace: true });
  }, [isDiscarded, navigate]);
  if (state.matches('forbidden')) return forbidden;
  if (state.matches('missing')) return <MissingImport />;
  return <ImportBody id={id} state={state} send={send} />;
}

interface ImportBodyProps {
  id: number;
  state: ImportSnapshot;
  send: SendImport;
}

function ImportBody({ id, state, send }: ImportBodyProps) {
  const { t } = useTexts();
  const [isDiscardOpen, setDiscardOpen] = useState(false);
  const { import: importJob, problem, action } = state.context;
  const onDiscard = () => setDiscardOpen(true);
  const isActionRunning = state.matches('runningAction');
  // keeps the view while an action runs
  const [view, setView] = useState<'sending' | 'mapping' | 'watched'>();
  const currentView = (['sending', 'mapping', 'watched'] as const).find((name) => state.matches(name));
  if (currentView && currentView !== view) setView(currentView);
  const props = { id, state, send, onDiscard };
  return (
    <>
      {importJob === null ? (
        <section className="flex min-w-0 flex-1 flex-col">
          <ImportHead importJob={null} />
          {state.matches('unreachable') ? (
            <LoadFailed
              title={t('imports.unreachable', { problem: problem?.message ?? '' })}
              onRetry={() => send({ type: 'RETRY' })}
              problem={problem}
            />
          ) : (
            <div className="p-6">
              <Skeleton height={160} className="animate-fade-in-delayed" />
            </div>
          )}
        </section>
      ) : (
        <div className={state.matches('unreachable') ? 'flex min-w-0 flex-1 flex-col' : 'contents'}>
          {state.matches('unreachable') && (
            <div className="flex-none border-b border-line px-page py-2">
              <Note
                tone="bad"
                live
                action={<LinkButton onClick={() => send({ type: 'RETRY' })}>{t('common.retry')}</LinkButton>}
              >
                {t('imports.unreachable', { problem: problem?.message ?? '' })}
              </Note>
            </div>
          )}
          <div className={state.matches('unreachable') ? 'flex min-h-0 min-w-0 flex-1' : 'contents'}>
            {view === 'sending' ? (
              <section className="@container flex min-w-0 flex-1 flex-col">
                <ImportHead importJob={importJob} />
                <UploadView {...props} importJob={importJob} />
              </section>
            ) : view === 'mapping' ? (
              <ImportMapping {...props} importJob={importJob} />
            ) : (
              <ProcessedImport {...props} importJob={importJob} />
            )}
          </div>
        </div>
      )}
      <DiscardDialog
        actions={{
          pendingDiscard: isDiscardOpen && importJob ? importJob : undefined,
          busy: isActionRunning && action?.type === 'discard',
          problem: action?.type === 'discard' ? problem : null,
          confirm: () => send({ type: 'RUN_ACTION', action: { type: 'discard' } }),
          close: () => {
            setDiscardOpen(false);
            if (action?.type === 'discard') send({ type: 'DISMISS_PROBLEM' });
          },
        }}
      />
    </>
  );
}

function MissingImport() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      <ImportHead importJob={null} title={t('imports.missing')} />
      <EmptyState
        icon="search"
        title={t('imports.missing')}
        text={t('imports.missingText')}
        actions={<Button onClick={() => void navigate({ to: '/imports' })}>{t('imports.back')}</Button>}
      />
    </section>
  );
}

/** An import after the mapping: its progress, its failure, or its report. */
function ProcessedImport(props: ImportProps) {
  const { id, importJob, send } = props;
  const stream = useImportUpdates(id, send);
  const isBusy = isWorking(importJob);
  const hasFailed = importJob.status === 'failed';
  if (!isBusy && !hasFailed) return <ImportReport {...props} />;
  return (
    <section className="@container flex min-w-0 flex-1 flex-col">
      <ImportHead importJob={importJob} streamStatus={isBusy && <StreamStatus {...stream} />} />
      {hasFailed ? <FailedImport {...props} /> : <WorkingImport {...props} />}
    </section>
  );
}

const workTitles = {
  staging: 'imports.work.staging',
  applying: 'imports.work.applying',
  deciding: 'imports.work.deciding',
  reverting: 'imports.work.reverting',
} as const;

const hasWorkTitle = (status: ImportStatus): status is keyof typeof workTitles => status in workTitles;

/** The progress of the background task, with a button to cancel it. */
function WorkingImport({ importJob, state, send }: ImportProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const { action, problem } = state.context;
  const { status, entity } = importJob;
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-6">
      <div className="flex w-105 max-w-full flex-col gap-1">
        <h2 className="text-lg font-semibold">
          {t(hasWorkTitle(status) ? workTitles[status] : 'imports.work.staging')}
        </h2>
        <p className="text-ink-2">{t('imports.work.away')}</p>
        <div className="mt-3">
          <WorkProgress importJob={importJob} />
        </div>
        <div className="mt-3 flex items-center gap-2">
          <Button
            disabledReason={denialReason(importPermission(entity))}
            busy={state.matches('runningAction')}
            onClick={() => send({ type: 'RUN_ACTION', action: { type: 'cancel' } })}
          >
            {t('imports.work.cancel')}
          </Button>
          {action?.type === 'cancel' && problem && <span className="text-bad-ink">{problem.message}</span>}
        </div>
      </div>
    </div>
  );
}

/** The faults that are not caused by the file; a retry may succeed. */
const transientFaults = new Set(['workerDied', 'broken']);

/** The error of a failed import, with buttons to retry, change the mapping or discard. */
function FailedImport({ importJob, state, send, onDiscard }: ImportProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const { action, problem } = state.context;
  const { fault, entity } = importJob;
  const disabledReason = denialReason(importPermission(entity));
  const canRetry = fault !== null && transientFaults.has(fault.key);
  return (
    <ErrorState
      title={fault?.message ?? t('imports.failedTitle')}
      text={
        <>
          {t('imports.failedText')}
          {action?.type === 'stage' && problem && <span className="block text-bad-ink">{problem.message}</span>}
        </>
      }
      actions={
        <>
          {canRetry && (
            <Button
              variant="primary"
              disabledReason={disabledReason}
              busy={state.matches('runningAction')}
              onClick={() => send({ type: 'RUN_ACTION', action: { type: 'stage' } })}
            >
              {t('imports.again')}
            </Button>
          )}
          <Button
            variant={canRetry ? 'secondary' : 'primary'}
            disabledReason={disabledReason}
            onClick={() => send({ type: 'REMAP' })}
          >
            {t('imports.remap')}
          </Button>
          <Button variant="ghost" disabledReason={disabledReason} onClick={onDiscard}>
            {t('imports.discard')}
          </Button>
        </>
      }
    />
  );
}
