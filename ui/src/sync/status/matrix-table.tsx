import { type KeyboardEvent, memo, useRef } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Dot } from '#kit/display/status-mark.tsx';
import { useGridFocus } from '#kit/table/use-grid-focus.ts';
import { longLag, shortCount, shortLag } from './durations.ts';
import { type CellParts, cellParts, type Lane, type LaneState, laneOf, type Subscriber, stateTones } from './lanes.ts';
import type { KindUi } from './sync-page.tsx';
import type { Measure } from './sync-search.ts';
import { Trend } from './trend.tsx';
import type { Sync } from './use-sync.ts';

interface Props {
  sync: Sync;
  subscribers: readonly Subscriber[];
  kinds: readonly KindUi[];
}

/** What the columns beside the kinds take at most, in pixels. */
const others = 472;
const headLook =
  'sticky top-0 z-2 h-9 border-b border-l border-line border-b-line-strong bg-sunken px-2 text-xs font-normal text-ink-3';

/** Who stands where, kind by kind. Columns keep their widths whatever the cells say. */
export function MatrixTable({ sync, subscribers, kinds }: Props) {
  const { t, language } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const focus = useGridFocus(table);
  // a position has more digits than a narrow column has room for: then the kinds scroll below the names
  const widest = sync.measure === 'position' ? number(sync.data?.head ?? 0).length * 7.3 + 26 : 0;
  return (
    <div className="@container relative max-h-[max(300px,calc(100dvh-460px))] flex-none overflow-auto rounded-md border border-line bg-panel">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table one moves in by arrows
        role="grid"
        aria-label={t('sync.title')}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onKeyDown={(event: KeyboardEvent<HTMLTableElement>) => void focus.move(event)}
        style={{ minWidth: others + kinds.length * Math.max(60, widest) }}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr>
            <th scope="col" className={cx(headLook, 'left-0 z-3 w-37 border-l-0 pl-4 text-start @min-[1100px]:w-43')}>
              {t('sync.column.subscriber')}
            </th>
            {kinds.map(({ key, icon }) => (
              <th
                key={key}
                scope="col"
                title={t(`entity.${key}.many`)}
                className={cx(headLook, 'pr-2 pl-0 text-end @min-[1100px]:px-2')}
              >
                <span
                  className={cx('flex items-center justify-end gap-1', language === 'en' && 'text-2xs tracking-tight')}
                >
                  {language === 'zh-CN' && <Icon name={icon} size={14} className="hidden @min-[1100px]:block" />}
                  {t(`sync.kind.${key}`)}
                </span>
              </th>
            ))}
            <th scope="col" className={cx(headLook, 'w-22 text-end @min-[1100px]:w-25')}>
              {t('sync.column.maxLag')}
            </th>
            <th scope="col" className={cx(headLook, 'w-18 text-end')}>
              {t('sync.column.backlog')}
            </th>
            <th scope="col" className={cx(headLook, 'w-28 text-start @min-[1100px]:w-32')}>
              {t('sync.column.trend')}
            </th>
          </tr>
        </thead>
        <tbody>
          {subscribers.map((subscriber) => (
            <MatrixRow key={subscriber.id} sync={sync} subscriber={subscriber} kinds={kinds} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cell = 'h-11.5 border-l border-line px-2';
const inks: Record<LaneState, string> = {
  healthy: 'text-ink-2',
  behind: 'text-warn-ink',
  failed: 'font-medium text-bad-ink',
  paused: 'text-ink-3',
};

interface MatrixRowProps {
  sync: Sync;
  subscriber: Subscriber;
  kinds: readonly KindUi[];
}

function MatrixRow({ sync, subscriber, kinds }: MatrixRowProps) {
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
          <Dot tone={stateTones[state]} />
          <span className="sr-only">{t(`sync.state.${state}`)}</span>
          <span className="min-w-0 truncate font-mono text-xs font-medium">{name}</span>
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

interface MatrixCellProps {
  kind: Entity;
  name: string;
  lane: Lane | undefined;
  measure: Measure;
  chosen: boolean;
  onChoose: () => void;
}

const looks: Record<LaneState, string> = {
  healthy: 'text-ink-3 hover:bg-hover',
  behind: 'bg-warn-soft text-warn-ink',
  failed: 'bg-bad-soft font-medium text-bad-ink',
  paused: 'bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--active)_5px_6px)] text-ink-2',
};

/** One kind of one subscriber: grey while it is well, tinted and marked where a person is needed. */
function Cell({ kind, name, lane, measure, chosen, onChoose }: MatrixCellProps) {
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
          {(state === 'failed' || state === 'behind') && <Dot tone={stateTones[state]} className="scale-75" />}
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
const MatrixCell = memo(Cell, (before, after) => {
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
