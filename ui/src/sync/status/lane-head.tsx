import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { useSession } from '#session/use-session.ts';
import type { ChosenLane } from './lane-panel.tsx';
import { LaneTitle } from './lane-title.tsx';
import type { SyncStatus } from './lanes.ts';
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
  const replayRefused = refuse('sync_status:replay');
  const changeRefused = refuse('data_subscriber:update');
  const current = detail?.current ?? undefined;
  return (
    <header className="flex min-h-10 flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
      <LaneTitle {...chosen} />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon="send"
          refused={changeRefused}
          busy={acts.busy === 'test'}
          onClick={() => void acts.test()}
        >
          {t('sync.test')}
        </Button>
        <Button
          size="sm"
          icon={paused ? 'play' : 'pause'}
          refused={changeRefused || (!subscriber.active && t('sync.resumeInactive'))}
          busy={acts.busy === 'pause' || acts.busy === 'resume'}
          onClick={() => void (paused ? acts.resume() : acts.pause())}
        >
          {t(paused ? 'sync.resume' : 'sync.pause')}
        </Button>
        <Button
          size="sm"
          refused={replayRefused || ((!waits || (detail && !current)) && t('sync.nothingToSkip'))}
          busy={waits && !detail}
          onClick={() => setAsking('skip')}
        >
          {t('sync.skip')}
        </Button>
        <Button
          size="sm"
          icon="restore"
          refused={
            replayRefused ||
            (replay !== null && t('sync.replayIsRunning')) ||
            (status.head === 0 && t('sync.replayNotYet'))
          }
          onClick={() => setAsking('replay')}
        >
          {t('sync.replay')}
        </Button>
        <Button
          size="sm"
          icon="sync"
          variant={waits && !stopped ? 'primary' : 'secondary'}
          refused={replayRefused || stopped || (!waits && t('sync.nothingToRetry'))}
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
