import { useRef, useState } from 'react';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { number, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LazyDateField } from '#kit/dates/lazy-date-field.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { api } from '#session/session.ts';
import type { SelectedLane, SyncStatus } from './lanes.ts';
import { isInvalidPosition, type ReplayStart, type StoredRange, toReplayQuery } from './replay-start.ts';
import type { LaneActions } from './use-lane-actions.ts';

interface Props {
  selected: SelectedLane;
  status: SyncStatus;
  laneActions: LaneActions;
  onClose: () => void;
}

/** Asks for the position or time to replay from, and shows how many changes that would deliver. */
export function ReplayDialog({ selected, status, laneActions, onClose }: Props) {
  const { t } = useTexts();
  const positionInput = useRef<HTMLInputElement>(null);
  const { subscriber, lane, entityName } = selected;
  // The range is fixed when the dialog opens, so it does not change while the user types.
  const [storedRange] = useState({ oldest: status.oldest, head: status.head });
  const [initialText] = useState(() => String(Math.min(Math.max(lane.position, storedRange.oldest), storedRange.head)));
  const [start, setStart] = useState<ReplayStart>({ by: 'position', text: initialText });
  const { preview, problem, isComplete } = useReplayPreview(selected, start, storedRange);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const missingError = hasSubmitted && !isComplete && t('sync.replayMissing');
  const nothingToReplay = preview?.changes === 0 && t('sync.replayNothing');
  const rangeTexts = { oldest: number(storedRange.oldest), newest: number(storedRange.head) };

  async function startReplay(): Promise<void> {
    setHasSubmitted(true);
    if (!preview || nothingToReplay) return positionInput.current?.focus();
    if (await laneActions.replay(preview.from)) onClose();
  }

  return (
    <Dialog
      open
      width={440}
      onClose={onClose}
      isChanged={start.by === 'time' ? start.time !== null : start.text !== initialText}
      title={t('sync.replayTitle', { name: subscriber.name, kind: entityName })}
      description={t('sync.replayText')}
      initialFocus={positionInput}
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            busy={laneActions.busy === 'replay'}
            disabledReason={nothingToReplay}
            onClick={() => void startReplay()}
          >
            {t('sync.replayConfirm')}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void startReplay();
        }}
      >
        <div>
          <Segmented
            aria-label={t('sync.replayBy')}
            value={start.by}
            onChange={(by) =>
              setStart(by === 'time' ? { by, time: null } : { by, text: String(preview?.from ?? storedRange.oldest) })
            }
            options={(['position', 'time'] as const).map((value) => ({ value, label: t(`sync.replayFromA.${value}`) }))}
          />
        </div>
        {start.by === 'position' ? (
          <TextField
            label={t('sync.replayPosition')}
            value={start.text}
            onChange={(text) => setStart({ by: 'position', text })}
            inputMode="numeric"
            mono
            inputRef={positionInput}
            error={isInvalidPosition(start.text, storedRange) ? t('sync.replayOut', rangeTexts) : missingError}
            help={t('sync.replayRange', rangeTexts)}
          />
        ) : (
          <LazyDateField
            time
            label={t('sync.replayTime')}
            value={start.time}
            onChange={(time) => setStart({ by: 'time', time })}
            error={missingError}
            help={
              start.time && isComplete
                ? t('sync.replayTimeLocal', { time: shortTime(start.time) })
                : t('sync.replayTimeHelp')
            }
          />
        )}
        <p aria-live="polite" className="min-h-5 text-ink-2">
          {nothingToReplay ||
            problem?.message ||
            (preview
              ? t('sync.replayCount', {
                  count: preview.changes,
                  n: number(preview.changes),
                  from: number(preview.from),
                })
              : isComplete && <span className="animate-fade-in-delayed">{t('sync.replayCounting')}</span>)}
        </p>
      </form>
    </Dialog>
  );
}

/** Loads where a replay would start and how many changes it has, once the start is complete. */
function useReplayPreview({ subscriber, lane }: SelectedLane, start: ReplayStart, storedRange: StoredRange) {
  const query = toReplayQuery(start, storedRange);
  const key = query ? JSON.stringify(query) : '';
  const { data, problem, loading } = useRead({
    ...readOnceOptions,
    queryKey: ['replay preview', subscriber.id, lane.entity, key],
    enabled: query !== undefined,
    queryFn: async ({ signal }) => {
      const path = { subscriberId: subscriber.id, entity: lane.entity };
      const response = await api.GET('/api/v1/sync-status/{subscriberId}/{entity}/replay', {
        params: { path, query: query ?? {} },
        signal,
      });
      return { ...response.data, key };
    },
  });
  // Data for a previous start must not be shown for this one.
  return {
    preview: data?.key === key ? data : undefined,
    problem: loading ? undefined : problem,
    isComplete: key !== '',
  };
}
