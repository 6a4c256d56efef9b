import { type KeyboardEvent, memo, useRef } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Dot } from '#kit/display/status-mark.tsx';
import { useGridFocus } from '#kit/table/use-grid-focus.ts';
import { formatCount, formatLag, formatLagWithUnits } from './lag-format.ts';
import {
  type CellParts,
  cellPartsFor,
  type EntityColumn,
  findLane,
  type Lane,
  type Subscriber,
  type SyncState,
  stateTones,
} from './lanes.ts';
import type { CellMeasure } from './sync-search.ts';
import { Trend } from './trend.tsx';
import type { Sync } from './use-sync.ts';

interface Props {
  sync: Sync;
  subscribers: readonly Subscriber[];
  entities: readonly EntityColumn[];
}

/** The maximum width of the columns that are not entities, in pixels. */
const OTHER_COLUMNS_WIDTH = 472;
const headerCellClass =
  'sticky top-0 z-2 h-9 border-b border-l border-line border-b-line-strong bg-sunken px-2 text-xs font-normal text-ink-3';

/** Shows the lanes as a table of subscribers and entities. Column widths do not depend on the contents. */
export function MatrixTable({ sync, subscribers, entities }: Props) {
  const { t, language } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const gridFocus = useGridFocus(table);
  // Positions can be wider than a narrow column. The table then scrolls horizontally below the subscriber names.
  const positionWidth = sync.measure === 'position' ? number(sync.data?.head ?? 0).length * 7.3 + 26 : 0;
  return (
    <div className="@container relative max-h-[max(300px,calc(100dvh-460px))] flex-none overflow-auto rounded-md border border-line bg-panel">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that is navigated with arrow keys
        role="grid"
        aria-label={t('sync.title')}
        onFocus={gridFocus.onFocus}
        onBlur={gridFocus.onBlur}
        onKeyDown={(event: KeyboardEvent<HTMLTableElement>) => void gridFocus.move(event)}
        style={{ minWidth: OTHER_COLUMNS_WIDTH + entities.length * Math.max(60, positionWidth) }}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr>
            <th
              scope="col"
              className={cx(headerCellClass, 'left-0 z-3 w-37 border-l-0 pl-4 text-start @min-[1100px]:w-43')}
            >
              {t('sync.column.subscriber')}
            </th>
            {entities.map(({ key, icon }) => (
              <th
                key={key}
                scope="col"
                title={t(`entity.${key}.many`)}
                className={cx(headerCellClass, 'pr-2 pl-0 text-end @min-[1100px]:px-2')}
              >
                <span
                  className={cx(
                    'flex items-center justify-end gap-1 break-keep',
                    language === 'en' && 'text-2xs tracking-tight',
                  )}
                >
                  {language === 'zh-CN' && <Icon name={icon} size={14} className="hidden @min-[1100px]:block" />}
                  {t(`sync.kind.${key}`)}
                </span>
              </th>
            ))}
            <th scope="col" className={cx(headerCellClass, 'w-22 text-end @min-[1100px]:w-25')}>
              {t('sync.column.maxLag')}
            </th>
            <th scope="col" className={cx(headerCellClass, 'w-18 text-end')}>
              {t('sync.column.backlog')}
            </th>
            <th scope="col" className={cx(headerCellClass, 'w-28 text-start @min-[1100px]:w-32')}>
              {t('sync.column.trend')}
            </th>
          </tr>
        </thead>
        <tbody>
          {subscribers.map((subscriber) => (
            <MatrixRow key={subscriber.id} sync={sync} subscriber={subscriber} entities={entities} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cellClass = 'h-11.5 border-l border-line px-2';
const lagTextClasses: Record<SyncState, string> = {
  healthy: 'text-ink-2',
  behind: 'text-warn-ink',
  failed: 'font-medium text-bad-ink',
  paused: 'text-ink-3',
};

interface MatrixRowProps {
  sync: Sync;
  subscriber: Subscriber;
  entities: readonly EntityColumn[];
}

function MatrixRow({ sync, subscriber, entities }: MatrixRowProps) {
  const { t } = useTexts();
  const { id, name, state, backlog, trend } = subscriber;
  return (
    <tr className="group [&:not(:last-child)>*]:border-b">
      <th
        scope="row"
        tabIndex={-1}
        title={name}
        className={cx(cellClass, 'sticky left-0 z-1 border-l-0 bg-panel pl-4 text-start font-normal')}
      >
        <span className="flex items-center gap-2">
          <Dot tone={stateTones[state]} />
          <span className="sr-only">{t(`sync.state.${state}`)}</span>
          <span className="min-w-0 truncate font-mono text-xs font-medium">{name}</span>
        </span>
      </th>
      {entities.map(({ key }) => (
        <MatrixCell
          key={key}
          entity={key}
          name={name}
          lane={findLane(subscriber, key)}
          measure={sync.measure}
          isSelected={sync.selectedLane?.subscriber === id && sync.selectedLane.kind === key}
          onSelect={() => sync.selectLane({ subscriber: id, kind: key })}
        />
      ))}
      <td tabIndex={-1} className={cx(cellClass, 'text-end text-xs whitespace-nowrap', lagTextClasses[state])}>
        <MaxLag subscriber={subscriber} />
      </td>
      <td tabIndex={-1} className={cx(cellClass, 'text-end font-mono text-xs', backlog === 0 && 'text-ink-3')}>
        {number(backlog)}
      </td>
      <td tabIndex={-1} className={cellClass}>
        <Trend trend={trend} state={state} />
      </td>
    </tr>
  );
}

/** Shows the subscriber's maximum lag, or its state if it failed or is paused. */
function MaxLag({ subscriber: { state, offReason, lagMs } }: { subscriber: Subscriber }) {
  const { t } = useTexts();
  if (state === 'failed') return t('sync.state.failed');
  if (state !== 'paused') return formatLagWithUnits(lagMs);
  return <span title={offReason ? t('sync.gone') : undefined}>{t('sync.paused')}</span>;
}

interface MatrixCellProps {
  entity: EntityKey;
  name: string;
  lane: Lane | undefined;
  measure: CellMeasure;
  isSelected: boolean;
  onSelect: () => void;
}

const stateClasses: Record<SyncState, string> = {
  healthy: 'text-ink-3 hover:bg-hover',
  behind: 'bg-warn-soft text-warn-ink',
  failed: 'bg-bad-soft font-medium text-bad-ink',
  paused: 'bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--active)_5px_6px)] text-ink-2',
};

/** Shows one lane: grey while it is healthy, tinted and marked if it needs attention. */
function Cell({ entity, name, lane, measure, isSelected, onSelect }: MatrixCellProps) {
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
  const textValues = { name, kind: t(`entity.${entity}.many`), state: t(`sync.state.${state}`) };
  const { first, second } = cellPartsFor(lane, measure);
  return (
    <td tabIndex={-1} className="h-11.5 border-l border-line p-0">
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onSelect}
        className={cx(
          'flex size-full flex-col items-end justify-center px-2 font-mono text-xs leading-4 whitespace-nowrap -outline-offset-4',
          stateClasses[state],
          isSelected && 'inset-ring-2 inset-ring-accent',
        )}
      >
        <span className="sr-only">{t('sync.cell', textValues)}</span>
        <span className="flex items-center gap-1">
          {(state === 'failed' || state === 'behind') && <Dot tone={stateTones[state]} className="scale-75" />}
          <CellPartText part={first} lane={lane} />
        </span>
        {second && (
          <span className="font-sans font-normal">
            <CellPartText part={second} lane={lane} withUnit={second === 'backlog'} />
          </span>
        )}
        <span className="sr-only">
          {first !== 'lag' && t('sync.cellLag', { lag: formatLagWithUnits(lagMs) })}
          {first !== 'backlog' && second !== 'backlog' && t('sync.cellBacklog', { n: number(backlog) })}
        </span>
      </button>
    </td>
  );
}

interface PartProps {
  part: CellParts['first'];
  lane: Lane;
  /** Adds the unit to the backlog. */
  withUnit?: boolean;
}

function CellPartText({ part, lane: { state, lagMs, backlog, position }, withUnit }: PartProps) {
  const { t } = useTexts();
  // Screen readers get the state from the text before the numbers.
  if (part === 'state') {
    return (
      <span aria-hidden className="font-sans">
        {t(`sync.state.${state}`)}
      </span>
    );
  }
  if (part === 'lag') return formatLag(lagMs);
  if (part === 'position') return number(position);
  return withUnit ? t('sync.rows', { n: formatCount(backlog) }) : formatCount(backlog);
}

/** Cells are memoized, because most of a hundred cells stay the same when one changes. */
const MatrixCell = memo(Cell, (before, after) => {
  const [laneBefore, laneAfter] = [before.lane, after.lane];
  return (
    before.entity === after.entity &&
    before.name === after.name &&
    before.measure === after.measure &&
    before.isSelected === after.isSelected &&
    laneBefore?.state === laneAfter?.state &&
    laneBefore?.lagMs === laneAfter?.lagMs &&
    laneBefore?.backlog === laneAfter?.backlog &&
    laneBefore?.position === laneAfter?.position
  );
});
