import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#kit/page-state.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { ImportHead } from './import-head.tsx';
import { Mapping } from './mapping/mapping.tsx';
import { Sending } from './sending.tsx';
import { type ImportState, type SendImport, useImport } from './use-import.ts';
import { Watched } from './watched.tsx';

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
              <Skeleton height={160} className="late" />
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
