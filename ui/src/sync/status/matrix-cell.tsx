import { memo } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { Dot } from '#kit/status-mark.tsx';
import { longLag, shortCount, shortLag } from './durations.ts';
import { type CellParts, cellParts, dots, type Lane, type State } from './lanes.ts';
import type { Measure } from './sync-search.ts';

interface Props {
  kind: Entity;
  name: string;
  lane: Lane | undefined;
  measure: Measure;
  chosen: boolean;
  onChoose: () => void;
}

const looks: Record<State, string> = {
  healthy: 'text-ink-3 hover:bg-hover',
  behind: 'bg-warn-soft text-warn-ink',
  failed: 'bg-bad-soft font-medium text-bad-ink',
  paused: 'bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--active)_5px_6px)] text-ink-2',
};

/** One kind of one subscriber: grey while it is well, tinted and marked where a person is needed. */
function Cell({ kind, name, lane, measure, chosen, onChoose }: Props) {
  const { t } = useTexts();
  if (!lane) {
    return (
      <td tabIndex={-1} className="h-11.5 border-l border-line text-center text-ink-off">
        <span aria-hidden>·</span>
        <span className="sr-only">{t('sync.notSubscribed')}</span>
      </td>
    );
  }
  const { state, lagMs, backlog } = lane;
  const words = { name, kind: t(`entity.${kind}.many`), state: t(`sync.state.${state}`) };
  const { first, second } = cellParts(lane, measure);
  return (
    <td tabIndex={-1} className="h-11.5 border-l border-line p-0">
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className={cx(
          'flex size-full flex-col items-end justify-center px-2 font-mono text-xs leading-4 whitespace-nowrap -outline-offset-4',
          looks[state],
          chosen && 'inset-ring-2 inset-ring-accent',
        )}
      >
        <span className="sr-only">{t('sync.cell', words)}</span>
        <span className="flex items-center gap-1">
          {(state === 'failed' || state === 'behind') && <Dot tone={dots[state]} className="scale-75" />}
          <Part part={first} lane={lane} />
        </span>
        {second && (
          <span className="font-sans font-normal">
            <Part part={second} lane={lane} counted={second === 'backlog'} />
          </span>
        )}
        <span className="sr-only">
          {first !== 'lag' && t('sync.cellLag', { lag: longLag(lagMs) })}
          {first !== 'backlog' && second !== 'backlog' && t('sync.cellBacklog', { n: number(backlog) })}
        </span>
      </button>
    </td>
  );
}

interface PartProps {
  part: CellParts['first'];
  lane: Lane;
  /** with its unit */
  counted?: boolean;
}

function Part({ part, lane: { state, lagMs, backlog, position }, counted }: PartProps) {
  const { t } = useTexts();
  // said before all figures to those who do not see it
  if (part === 'state') {
    return (
      <span aria-hidden className="font-sans">
        {t(`sync.state.${state}`)}
      </span>
    );
  }
  if (part === 'lag') return shortLag(lagMs);
  if (part === 'position') return number(position);
  return counted ? t('sync.rows', { n: shortCount(backlog) }) : shortCount(backlog);
}

/** Most of a hundred cells stay as they are when one changes. */
export const MatrixCell = memo(Cell, (before, after) => {
  const [one, other] = [before.lane, after.lane];
  return (
    before.kind === after.kind &&
    before.name === after.name &&
    before.measure === after.measure &&
    before.chosen === after.chosen &&
    one?.state === other?.state &&
    one?.lagMs === other?.lagMs &&
    one?.backlog === other?.backlog &&
    one?.position === other?.position
  );
});
