import { useState } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Dot } from '#kit/status-mark.tsx';
import { Tag } from '#kit/tag.tsx';
import { useSession } from '#session/use-session.ts';
import { shortLag } from './durations.ts';
import type { ChosenLane } from './lane-panel.tsx';
import { dots, type SyncStatus } from './lanes.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { SkipDialog } from './skip-dialog.tsx';
import type { LaneDetail } from './use-lane.ts';
import { useLaneActs } from './use-lane-acts.ts';

interface Props {
  chosen: ChosenLane;
  status: SyncStatus;
  detail: LaneDetail | undefined;
  refresh: () => void;
}

/** Whose lane of which kind, how it is, and what can be done about it. */
export function LaneHead({ chosen, status, detail, refresh }: Props) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const acts = useLaneActs(chosen, refresh);
  const [asking, setAsking] = useState<'skip' | 'replay'>();
  const { lane, subscriber } = chosen;
  const { paused, parked, attempts, replay } = lane;
  const waits = attempts > 0 || parked;
  const stopped = (paused || !subscriber.active) && t('sync.retryPaused');
  const mayReplay = refuse('sync_status:replay');
  const mayChange = refuse('data_subscriber:update');
  const current = detail?.current ?? undefined;
  return (
    <header className="flex min-h-10 flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
      <Title chosen={chosen} />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Button size="sm" icon="send" refused={mayChange} busy={acts.busy === 'test'} onClick={() => void acts.test()}>
          {t('sync.test')}
        </Button>
        {paused ? (
          <Button
            size="sm"
            icon="play"
            refused={mayChange || (!subscriber.active && t('sync.resumeInactive'))}
            busy={acts.busy === 'resume'}
            onClick={() => void acts.resume()}
          >
            {t('sync.resume')}
          </Button>
        ) : (
          <Button
            size="sm"
            icon="pause"
            refused={mayChange || (!subscriber.active && t('sync.resumeInactive'))}
            busy={acts.busy === 'pause'}
            onClick={() => void acts.pause()}
          >
            {t('sync.pause')}
          </Button>
        )}
        <Button
          size="sm"
          refused={mayReplay || ((!waits || (detail && !current)) && t('sync.nothingToSkip'))}
          busy={waits && !detail}
          onClick={() => setAsking('skip')}
        >
          {t('sync.skip')}
        </Button>
        <Button
          size="sm"
          icon="restore"
          refused={
            mayReplay || (replay !== null && t('sync.replayIsRunning')) || (status.head === 0 && t('sync.replayNotYet'))
          }
          onClick={() => setAsking('replay')}
        >
          {t('sync.replay')}
        </Button>
        <Button
          size="sm"
          icon="sync"
          variant={waits && !stopped ? 'primary' : 'secondary'}
          refused={mayReplay || stopped || (!waits && t('sync.nothingToRetry'))}
          busy={acts.busy === 'retry'}
          onClick={() => void acts.retry()}
        >
          {t('sync.retry')}
        </Button>
      </div>
      <SkipDialog
        open={asking === 'skip'}
        chosen={chosen}
        current={current}
        acts={acts}
        onClose={() => setAsking(undefined)}
      />
      {asking === 'replay' && (
        <ReplayDialog chosen={chosen} status={status} acts={acts} onClose={() => setAsking(undefined)} />
      )}
    </header>
  );
}

function Title({ chosen: { lane, subscriber, kindName } }: Pick<Props, 'chosen'>) {
  const { t } = useTexts();
  const { state, backlog, lagMs } = lane;
  const rows = backlog > 0 && t('sync.rows', { n: number(backlog) });
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Dot tone={dots[state]} />
      <h2 className="cut flex items-center gap-2 font-semibold">
        <span className="cut font-mono">{subscriber.name}</span>
        <span className="font-normal text-ink-3">×</span>
        <span className="flex-none text-md">{kindName}</span>
      </h2>
      <Tag tone={state === 'failed' ? 'bad' : state === 'behind' ? 'warn' : 'plain'}>
        {[t(`sync.state.${state}`), state === 'behind' && shortLag(lagMs), rows].filter(Boolean).join(' · ')}
      </Tag>
    </div>
  );
}
