import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { StreamStatus } from '#crud/stream-status.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#kit/messages/page-state.tsx';
import { useSession } from '#session/use-session.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { type ImportStatus, importPermission, isWorking } from './import.ts';
import { ImportHead } from './import-head.tsx';
import { Mapping } from './mapping/mapping.tsx';
import { Report } from './report/report.tsx';
import { Sending } from './sending.tsx';
import { type ImportProps, type ImportState, type SendImport, useImport, useImportNews } from './use-import.ts';
import { WorkProgress } from './work-progress.tsx';

interface Props {
  id: number;
  /** What stands here for who may not see it. */
  forbidden: ReactNode;
}

/** One import, wherever it stands; whoever comes back finds it as the server has it. */
export function ImportPage({ id, forbidden }: Props) {
  const { state, send } = useImport(id);
  const navigate = useNavigate();
  const gone = state.matches('discarded');
  useEffect(() => {
    if (gone) void navigate({ to: '/imports', replace: true });
  }, [gone, navigate]);
  if (state.matches('forbidden')) return forbidden;
  if (state.matches('missing')) return <Missing />;
  return <There id={id} state={state} send={send} />;
}

interface ThereProps {
  id: number;
  state: ImportState;
  send: SendImport;
}

function There({ id, state, send }: ThereProps) {
  const { t } = useTexts();
  const [asks, ask] = useState(false);
  const { import: found, problem, act } = state.context;
  const onDiscard = () => ask(true);
  const acting = state.matches('acting');
  // what was shown stays while something is asked of the server
  const [shown, show] = useState<'sending' | 'mapping' | 'watched'>();
  const now = (['sending', 'mapping', 'watched'] as const).find((name) => state.matches(name));
  if (now && now !== shown) show(now);
  const props = { id, state, send, onDiscard };
  return (
    <>
      {found === null ? (
        <section className="flex min-w-0 flex-1 flex-col">
          <ImportHead found={null} />
          {state.matches('unreachable') ? (
            <ErrorState
              title={t('imports.unreachable', { problem: problem?.message ?? '' })}
              onRetry={() => send({ type: 'RETRY' })}
              errorKey={problem?.key}
              traceId={problem?.traceId}
            />
          ) : (
            <div className="p-6">
              <Skeleton height={160} className="animate-fade-in-delayed" />
            </div>
          )}
        </section>
      ) : shown === 'sending' ? (
        <section className="@container flex min-w-0 flex-1 flex-col">
          <ImportHead found={found} />
          <Sending {...props} found={found} />
        </section>
      ) : shown === 'mapping' ? (
        <Mapping {...props} found={found} />
      ) : (
        <Watched {...props} found={found} />
      )}
      <DiscardDialog
        actions={{
          asked: asks && found ? found : undefined,
          busy: acting && act?.act === 'discard',
          problem: act?.act === 'discard' ? problem : null,
          confirm: () => send({ type: 'ACT', act: { act: 'discard' } }),
          close: () => ask(false),
        }}
      />
    </>
  );
}

function Missing() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      <ImportHead found={null} title={t('imports.missing')} />
      <EmptyState
        icon="search"
        title={t('imports.missing')}
        text={t('imports.missingText')}
        actions={<Button onClick={() => void navigate({ to: '/imports' })}>{t('imports.back')}</Button>}
      />
    </section>
  );
}

/** An import whose file is there: worked on, checked, written or taken back, as the server says from moment to moment. */
function Watched(props: ImportProps) {
  const { id, found, send } = props;
  const news = useImportNews(id, send);
  const working = isWorking(found);
  const failed = found.status === 'failed';
  if (!working && !failed) return <Report {...props} />;
  return (
    <section className="@container flex min-w-0 flex-1 flex-col">
      <ImportHead found={found} live={working && <StreamStatus {...news} />} />
      {failed ? <Failed {...props} /> : <Working {...props} />}
    </section>
  );
}

const titles = {
  staging: 'imports.work.staging',
  applying: 'imports.work.applying',
  deciding: 'imports.work.deciding',
  reverting: 'imports.work.reverting',
} as const;

const isTitled = (status: ImportStatus): status is keyof typeof titles => status in titles;

/** A task is at it: how far, that nobody needs to wait here, and the way to stop it. */
function Working({ found, state, send }: ImportProps) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const { act, problem } = state.context;
  const { status, entity } = found;
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-6">
      <div className="flex w-105 max-w-full flex-col gap-1">
        <h2 className="text-lg font-semibold">{t(isTitled(status) ? titles[status] : 'imports.work.staging')}</h2>
        <p className="text-ink-2">{t('imports.work.away')}</p>
        <div className="mt-3">
          <WorkProgress found={found} />
        </div>
        <div className="mt-3 flex items-center gap-2">
          <Button
            refused={refuse(importPermission(entity))}
            busy={state.matches('acting')}
            onClick={() => send({ type: 'ACT', act: { act: 'cancel' } })}
          >
            {t('imports.work.cancel')}
          </Button>
          {act?.act === 'cancel' && problem && <span className="text-bad-ink">{problem.message}</span>}
        </div>
      </div>
    </div>
  );
}

/** Faults that are nobody's file: the same again may do. */
const passing = new Set(['cancelled', 'workerDied', 'broken']);

/** The file could not be read to its end: why, and the ways out. */
function Failed({ found, state, send, onDiscard }: ImportProps) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const { act, problem } = state.context;
  const { fault, entity } = found;
  const refused = refuse(importPermission(entity));
  const again = fault !== null && passing.has(fault.key);
  return (
    <ErrorState
      title={fault?.message ?? t('imports.failedTitle')}
      text={
        <>
          {t('imports.failedText')}
          {act?.act === 'stage' && problem && <span className="block text-bad-ink">{problem.message}</span>}
        </>
      }
      actions={
        <>
          {again && (
            <Button
              variant="primary"
              refused={refused}
              busy={state.matches('acting')}
              onClick={() => send({ type: 'ACT', act: { act: 'stage' } })}
            >
              {t('imports.again')}
            </Button>
          )}
          <Button variant={again ? 'secondary' : 'primary'} refused={refused} onClick={() => send({ type: 'REMAP' })}>
            {t('imports.remap')}
          </Button>
          <Button variant="ghost" refused={refused} onClick={onDiscard}>
            {t('imports.discard')}
          </Button>
        </>
      }
    />
  );
}
