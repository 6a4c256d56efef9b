import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Dot } from '#kit/status-mark.tsx';
import { Tag } from '#kit/tag.tsx';
import { shortLag } from './durations.ts';
import type { ChosenLane } from './lane-panel.tsx';
import { dots } from './lanes.ts';

/** Whose lane of which kind, and how it is. */
export function LaneTitle({ lane, subscriber, kindName }: ChosenLane) {
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
