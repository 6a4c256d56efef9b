import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { Dot } from '#kit/status-mark.tsx';
import { longLag } from './durations.ts';
import { dots, laneOf, type State, type Subscriber } from './lanes.ts';
import { MatrixCell } from './matrix-cell.tsx';
import type { KindUi } from './sync-page.tsx';
import { Trend } from './trend.tsx';
import type { Sync } from './use-sync.ts';

const cell = 'h-11.5 border-l border-line px-2';
const inks: Record<State, string> = {
  healthy: 'text-ink-2',
  behind: 'text-warn-ink',
  failed: 'font-medium text-bad-ink',
  paused: 'text-ink-3',
};

interface Props {
  sync: Sync;
  subscriber: Subscriber;
  kinds: readonly KindUi[];
}

export function MatrixRow({ sync, subscriber, kinds }: Props) {
  const { t } = useTexts();
  const { id, name, state, backlog, trend } = subscriber;
  return (
    <tr className="group [&:not(:last-child)>*]:border-b">
      <th
        scope="row"
        tabIndex={-1}
        title={name}
        className={cx(cell, 'sticky left-0 z-1 border-l-0 bg-panel pl-4 text-start font-normal')}
      >
        <span className="flex items-center gap-2">
          <Dot tone={dots[state]} />
          <span className="sr-only">{t(`sync.state.${state}`)}</span>
          <span className="cut font-mono text-xs font-medium">{name}</span>
        </span>
      </th>
      {kinds.map(({ key }) => (
        <MatrixCell
          key={key}
          kind={key}
          name={name}
          lane={laneOf(subscriber, key)}
          measure={sync.measure}
          chosen={sync.chosen?.subscriber === id && sync.chosen.kind === key}
          onChoose={() => sync.choose({ subscriber: id, kind: key })}
        />
      ))}
      <td tabIndex={-1} className={cx(cell, 'text-end text-xs whitespace-nowrap', inks[state])}>
        <Worst subscriber={subscriber} />
      </td>
      <td tabIndex={-1} className={cx(cell, 'text-end font-mono text-xs', backlog === 0 && 'text-ink-3')}>
        {number(backlog)}
      </td>
      <td tabIndex={-1} className={cell}>
        <Trend trend={trend} state={state} />
      </td>
    </tr>
  );
}

/** The greatest lag, or why there is none to speak of. */
function Worst({ subscriber: { state, offReason, lagMs } }: { subscriber: Subscriber }) {
  const { t } = useTexts();
  if (state === 'failed') return t('sync.state.failed');
  if (state !== 'paused') return longLag(lagMs);
  return <span title={offReason ? t('sync.gone') : undefined}>{t('sync.paused')}</span>;
}
