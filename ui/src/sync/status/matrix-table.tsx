import { type KeyboardEvent, useRef } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { Icon } from '#kit/icon.tsx';
import { useGridFocus } from '#kit/use-grid-focus.ts';
import type { Subscriber } from './lanes.ts';
import { MatrixRow } from './matrix-row.tsx';
import type { KindUi } from './sync-page.tsx';
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
