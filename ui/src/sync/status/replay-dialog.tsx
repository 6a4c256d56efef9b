import { lazy, Suspense, useRef, useState } from 'react';
import { readOnceOptions } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { number, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { api } from '#session/session.ts';
import type { ChosenLane } from './lane-panel.tsx';
import type { SyncStatus } from './lanes.ts';
import { isInvalidPosition, type ReplayStart, type StoredRange, toQuery } from './replay-start.ts';
import type { LaneActs } from './use-lane-acts.ts';

// calendars come along with a date, and few replays begin at a time
const DateField = lazy(async () => ({ default: (await import('#kit/dates/date-field.tsx')).DateField }));

interface Props {
  chosen: ChosenLane;
  status: SyncStatus;
  acts: LaneActs;
  onClose: () => void;
}

/** From where to deliver again: a position, or a time; how many changes that is stands there before it begins. */
export function ReplayDialog({ chosen, status, acts, onClose }: Props) {
  const { t } = useTexts();
  const kit = useKitTexts();
  const input = useRef<HTMLInputElement>(null);
  const { subscriber, lane, kindName } = chosen;
  // what is kept when the question is asked; it need not change under somebody's hands
  const [kept] = useState({ oldest: status.oldest, head: status.head });
  const [start, setStart] = useState<ReplayStart>({
    by: 'position',
    text: String(Math.min(Math.max(lane.position, kept.oldest), kept.head)),
  });
  const { preview, problem, asked } = useReplayPreview(chosen, start, kept);
  const [tried, setTried] = useState(false);
  const missing = tried && !asked && t('sync.replayMissing');
  const nothing = preview?.changes === 0 && t('sync.replayNothing');
  const range = { oldest: number(kept.oldest), newest: number(kept.head) };

  async function begin(): Promise<void> {
    setTried(true);
    if (!preview || nothing) return input.current?.focus();
    if (await acts.replay(preview.from)) onClose();
  }

  return (
    <Dialog
      open
      width={440}
      onClose={onClose}
      title={t('sync.replayTitle', { name: subscriber.name, kind: kindName })}
      description={t('sync.replayText')}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button variant="primary" busy={acts.busy === 'replay'} disabledReason={nothing} onClick={() => void begin()}>
            {t('sync.replayConfirm')}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <div>
          <Segmented
            aria-label={t('sync.replayBy')}
            value={start.by}
            onChange={(by) =>
              setStart(by === 'time' ? { by, time: null } : { by, text: String(preview?.from ?? kept.oldest) })
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
            inputRef={input}
            error={isInvalidPosition(start.text, kept) ? t('sync.replayOut', range) : missing}
            help={t('sync.replayRange', range)}
          />
        ) : (
          <Suspense fallback={<Skeleton height={68} className="animate-fade-in-delayed" />}>
            <DateField
              time
              label={t('sync.replayTime')}
              value={start.time}
              onChange={(time) => setStart({ by: 'time', time })}
              error={missing}
              help={start.time ? t('sync.replayTimeLocal', { time: shortTime(start.time) }) : t('sync.replayTimeHelp')}
            />
          </Suspense>
        )}
        <p aria-live="polite" className="min-h-5 text-ink-2">
          {nothing ||
            problem?.message ||
            (preview
              ? t('sync.replayCount', { n: number(preview.changes), from: number(preview.from) })
              : asked && <span className="animate-fade-in-delayed">{t('sync.replayCounting')}</span>)}
        </p>
      </form>
    </Dialog>
  );
}

/** Where a replay would begin and how many changes it is; nothing while the start is not fully said. */
function useReplayPreview({ subscriber, lane }: ChosenLane, start: ReplayStart, kept: StoredRange) {
  const query = toQuery(start, kept);
  const key = query ? JSON.stringify(query) : '';
  const { data, problem, loading } = useRead({
    ...readOnceOptions,
    queryKey: ['replay preview', subscriber.id, lane.entity, key],
    enabled: query !== undefined,
    queryFn: async ({ signal }) => {
      const path = { subscriberId: subscriber.id, entity: lane.entity };
      const { data } = await api.GET('/api/v1/sync-status/{subscriberId}/{entity}/replay', {
        params: { path, query: query ?? {} },
        signal,
      });
      return { ...data, key };
    },
  });
  // the answer to another start says nothing of this one
  return { preview: data?.key === key ? data : undefined, problem: loading ? undefined : problem, asked: key !== '' };
}
