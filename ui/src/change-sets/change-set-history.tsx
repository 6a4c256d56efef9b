import { Time } from '#crud/text/time.tsx';
import { useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Panel } from '#kit/display/panel.tsx';
import { StatusTimeline, type Stop } from '#kit/display/status-timeline.tsx';
import type { ChangeSet, ChangeSetItem } from './change-set.ts';
import { firstFaultText } from './items/item-faults.ts';
import { STOP_TONES } from './set-status.tsx';

type Step = NonNullable<ChangeSet['history']>[number];

/** Returns the key of what has brought a set to a status: what it means depends on the status before. */
function pastKeyOf({ status, by }: Step, before: Step | undefined, isRevert: boolean): PastKey {
  if (status === 'open') return before ? 'reopen' : 'create';
  if (status === 'scheduled') return before?.status === 'held' ? 'retry' : 'schedule';
  if (status === 'released' && by === null) return 'release';
  if (status === 'released') return isRevert ? 'approveRevert' : 'approve';
  return status;
}

type PastKey = keyof Texts['changeSets']['past'];

interface Props {
  set: ChangeSet;
  items: readonly ChangeSetItem[] | undefined;
}

/** The statuses that the set has had, with who brought it there. */
export function ChangeSetHistory({ set, items = [] }: Props) {
  const { t, language } = useTexts();
  const { status, history = [], refusal, revertsId } = set;
  const stops = history.map((step, index): Stop => {
    const { by, reason } = step;
    const isHeldNow = step.status === 'held' && index === history.length - 1;
    const cause = isHeldNow ? (firstFaultText(items, language) ?? refusal?.message) : undefined;
    return {
      label: t(`changeSets.past.${pastKeyOf(step, history[index - 1], revertsId !== undefined)}`),
      state: 'done',
      note: (by || reason || cause) && (
        <>
          {by}
          {reason && <span className="block wrap-anywhere">{t('changeSets.reason', { reason })}</span>}
          {cause && <span className="block wrap-anywhere">{cause}</span>}
        </>
      ),
      time: <Time iso={step.time} />,
    };
  });
  return (
    <Panel title={t('history.title')}>
      <StatusTimeline
        label={t('history.title')}
        stops={stops.map((each, index) =>
          index === stops.length - 1 ? { ...each, state: 'now' as const, tone: STOP_TONES[status] } : each,
        )}
      />
    </Panel>
  );
}
