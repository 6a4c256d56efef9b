import { useRef, useState } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Code } from '#kit/display/code.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { useSession } from '#session/use-session.ts';
import { formatLag } from './lag-format.ts';
import { type SelectedLane, type SyncStatus, stateTones } from './lanes.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import type { LaneDetail } from './use-lane.ts';
import { type LaneActions, useLaneActions } from './use-lane-actions.ts';

interface Props {
  selected: SelectedLane;
  status: SyncStatus;
  detail: LaneDetail | undefined;
  refresh: () => void;
}

/** Shows the title, state and actions of the selected lane. */
export function LaneHead({ selected, status, detail, refresh }: Props) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const laneActions = useLaneActions(selected, refresh);
  const [openDialog, setOpenDialog] = useState<'skip' | 'replay'>();
  const { lane, subscriber } = selected;
  const { paused, parked, attempts, replay } = lane;
  const isBlocked = attempts > 0 || parked;
  const pausedReason = (paused || !subscriber.active) && t('sync.retryPaused');
  const pullReason = subscriber.pullsOnly && t('sync.pullsOnlyReason');
  const replayDisabledReason = denialReason('sync_status:replay') || pullReason;
  const updateDisabledReason = denialReason('data_subscriber:update');
  const current = detail?.current ?? undefined;
  return (
    <header className="flex min-h-10 flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
      <LaneTitle {...selected} />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon="send"
          disabledReason={updateDisabledReason || pullReason}
          busy={laneActions.busy === 'test'}
          onClick={() => void laneActions.test()}
        >
          {t('sync.test')}
        </Button>
        <Button
          size="sm"
          icon={paused ? 'play' : 'pause'}
          disabledReason={updateDisabledReason || pullReason || (!subscriber.active && t('sync.resumeInactive'))}
          busy={laneActions.busy === 'pause' || laneActions.busy === 'resume'}
          onClick={() => void (paused ? laneActions.resume() : laneActions.pause())}
        >
          {t(paused ? 'sync.resume' : 'sync.pause')}
        </Button>
        <Button
          size="sm"
          disabledReason={replayDisabledReason || ((!isBlocked || (detail && !current)) && t('sync.nothingToSkip'))}
          busy={isBlocked && !detail}
          onClick={() => setOpenDialog('skip')}
        >
          {t('sync.skip')}
        </Button>
        <Button
          size="sm"
          icon="replay"
          disabledReason={
            replayDisabledReason ||
            (replay !== null && t('sync.replayIsRunning')) ||
            (status.head === 0 && t('sync.replayNotYet'))
          }
          onClick={() => setOpenDialog('replay')}
        >
          {t('sync.replay')}
        </Button>
        <Button
          size="sm"
          icon="retry"
          variant={isBlocked && !pausedReason ? 'primary' : 'secondary'}
          disabledReason={replayDisabledReason || pausedReason || (!isBlocked && t('sync.nothingToRetry'))}
          busy={laneActions.busy === 'retry'}
          onClick={() => void laneActions.retry()}
        >
          {t('sync.retry')}
        </Button>
      </div>
      <SkipDialog
        open={openDialog === 'skip'}
        selected={selected}
        current={current}
        laneActions={laneActions}
        onClose={() => setOpenDialog(undefined)}
      />
      {openDialog === 'replay' && (
        <ReplayDialog
          selected={selected}
          status={status}
          laneActions={laneActions}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </header>
  );
}

/** Shows the subscriber, entity and state of a lane. */
function LaneTitle({ lane, subscriber, entityName }: SelectedLane) {
  const { t } = useTexts();
  const { state, backlog, lagMs } = lane;
  const backlogText = backlog > 0 && t('sync.rows', { n: number(backlog) });
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Dot tone={stateTones[state]} />
      <h2 className="min-w-0 truncate flex items-center gap-2 font-semibold">
        <span className="min-w-0 truncate font-mono">{subscriber.name}</span>
        <span className="font-normal text-ink-3">×</span>
        <span className="flex-none text-md">{entityName}</span>
      </h2>
      <Tag tone={state === 'failed' ? 'bad' : state === 'behind' ? 'warn' : 'plain'}>
        {[t(`sync.state.${state}`), state === 'behind' && formatLag(lagMs), backlogText].filter(Boolean).join(' · ')}
      </Tag>
    </div>
  );
}

interface SkipDialogProps {
  open: boolean;
  selected: SelectedLane;
  current: NonNullable<LaneDetail['current']> | undefined;
  laneActions: LaneActions;
  onClose: () => void;
}

/** Asks for a reason before a change is skipped. The change stays the same while the dialog is open. */
function SkipDialog({ open, selected, current, laneActions, onClose }: SkipDialogProps) {
  const { t } = useTexts();
  const changeWhenOpened = useRef(current);
  if (!open) changeWhenOpened.current = current;
  const change = changeWhenOpened.current;
  if (!change) return null;
  const { position, code, recordId, action, version } = change;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('sync.skipTitle')}
      description={t('sync.skipText', { name: selected.subscriber.name })}
      confirmLabel={t('sync.skipConfirm')}
      destructive
      busy={laneActions.busy === 'skip'}
      reason={{
        label: t('sync.skipReason'),
        required: true,
        help: t('sync.skipReasonHelp'),
        missingError: t('sync.skipReasonMissing'),
        maxLength: 500,
      }}
      onConfirm={async (reason) => {
        if (await laneActions.skip(position, reason)) onClose();
      }}
    >
      <p className="flex items-center gap-2 rounded-sm bg-sunken px-2.5 py-2 text-xs inset-ring inset-ring-line">
        <Code>{code ?? `#${recordId}`}</Code>
        <span>{selected.entityName}</span>
        <span className="text-ink-2">
          {t('sync.recordText', { action: t(`act.${action}`), version, position: number(position) })}
        </span>
      </p>
    </ConfirmDialog>
  );
}
