import { useRef } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import type { ChosenLane } from './lane-panel.tsx';
import type { LaneDetail } from './use-lane.ts';
import type { LaneActs } from './use-lane-acts.ts';

interface Props {
  open: boolean;
  chosen: ChosenLane;
  current: NonNullable<LaneDetail['current']> | undefined;
  acts: LaneActs;
  onClose: () => void;
}

/** Asks before a change is left out, and for what reason. It stays about the change that it was opened for. */
export function SkipDialog({ open, chosen, current, acts, onClose }: Props) {
  const { t } = useTexts();
  const asked = useRef(current);
  if (!open) asked.current = current;
  const record = asked.current;
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
        missing: t('sync.skipReasonMissing'),
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
