import { useRef, useState } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Code } from '#kit/display/chip.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { useSession } from '#session/use-session.ts';
import { shortLag } from './durations.ts';
import type { ChosenLane } from './lane-panel.tsx';
import { type SyncStatus, stateTones } from './lanes.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import type { LaneDetail } from './use-lane.ts';
import { type LaneActs, useLaneActs } from './use-lane-acts.ts';

interface Props {
  chosen: ChosenLane;
  status: SyncStatus;
  detail: LaneDetail | undefined;
  refresh: () => void;
}

/** Whose lane of which kind, how it is, and what can be done about it. */
export function LaneHead({ chosen, status, detail, refresh }: Props) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const acts = useLaneActs(chosen, refresh);
  const [asking, setAsking] = useState<'skip' | 'replay'>();
  const { lane, subscriber } = chosen;
  const { paused, parked, attempts, replay } = lane;
  const waits = attempts > 0 || parked;
  const stopped = (paused || !subscriber.active) && t('sync.retryPaused');
  const replayDisabledReason = denialReason('sync_status:replay');
  const changeDisabledReason = denialReason('data_subscriber:update');
  const current = detail?.current ?? undefined;
  return (
    <header className="flex min-h-10 flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
      <LaneTitle {...chosen} />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon="send"
          disabledReason={changeDisabledReason}
          busy={acts.busy === 'test'}
          onClick={() => void acts.test()}
        >
          {t('sync.test')}
        </Button>
        <Button
          size="sm"
          icon={paused ? 'play' : 'pause'}
          disabledReason={changeDisabledReason || (!subscriber.active && t('sync.resumeInactive'))}
          busy={acts.busy === 'pause' || acts.busy === 'resume'}
          onClick={() => void (paused ? acts.resume() : acts.pause())}
        >
          {t(paused ? 'sync.resume' : 'sync.pause')}
        </Button>
        <Button
          size="sm"
          disabledReason={replayDisabledReason || ((!waits || (detail && !current)) && t('sync.nothingToSkip'))}
          busy={waits && !detail}
          onClick={() => setAsking('skip')}
        >
          {t('sync.skip')}
        </Button>
        <Button
          size="sm"
          icon="restore"
          disabledReason={
            replayDisabledReason ||
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
          disabledReason={replayDisabledReason || stopped || (!waits && t('sync.nothingToRetry'))}
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

/** Whose lane of which kind, and how it is. */
function LaneTitle({ lane, subscriber, kindName }: ChosenLane) {
  const { t } = useTexts();
  const { state, backlog, lagMs } = lane;
  const rows = backlog > 0 && t('sync.rows', { n: number(backlog) });
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Dot tone={stateTones[state]} />
      <h2 className="min-w-0 truncate flex items-center gap-2 font-semibold">
        <span className="min-w-0 truncate font-mono">{subscriber.name}</span>
        <span className="font-normal text-ink-3">×</span>
        <span className="flex-none text-md">{kindName}</span>
      </h2>
      <Tag tone={state === 'failed' ? 'bad' : state === 'behind' ? 'warn' : 'plain'}>
        {[t(`sync.state.${state}`), state === 'behind' && shortLag(lagMs), rows].filter(Boolean).join(' · ')}
      </Tag>
    </div>
  );
}

interface SkipDialogProps {
  open: boolean;
  chosen: ChosenLane;
  current: NonNullable<LaneDetail['current']> | undefined;
  acts: LaneActs;
  onClose: () => void;
}

/** Asks before a change is left out, and for what reason. It stays about the change that it was opened for. */
function SkipDialog({ open, chosen, current, acts, onClose }: SkipDialogProps) {
  const { t } = useTexts();
  const recordWhenOpened = useRef(current);
  if (!open) recordWhenOpened.current = current;
  const record = recordWhenOpened.current;
  if (!record) return null;
  const { position, code, recordId, action, version } = record;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('sync.skipTitle')}
      description={t('sync.skipText', { name: chosen.subscriber.name })}
      confirmLabel={t('sync.skipConfirm')}
      destructive
      busy={acts.busy === 'skip'}
      reason={{
        label: t('sync.skipReason'),
        required: true,
        help: t('sync.skipReasonHelp'),
        missingError: t('sync.skipReasonMissing'),
        maxLength: 500,
      }}
      onConfirm={async (reason) => {
        if (await acts.skip(position, reason)) onClose();
      }}
    >
      <p className="flex items-center gap-2 rounded-sm bg-sunken px-2.5 py-2 text-xs inset-ring inset-ring-line">
        <Code>{code ?? `#${recordId}`}</Code>
        <span>{chosen.kindName}</span>
        <span className="text-ink-2">
          {t('sync.recordText', { action: t(`act.${action}`), version, position: number(position) })}
        </span>
      </p>
    </ConfirmDialog>
  );
}
