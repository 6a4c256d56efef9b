import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Shorter tables are rendered completely. */
const MIN_WINDOWED_ROWS = 60;
/** Rows rendered above and below the visible ones. */
const OVERSCAN_ROWS = 12;

interface RowWindowOptions {
  mayBeLong: boolean;
  rowCount: number;
  rowHeightPx: number;
  scroller: RefObject<HTMLElement | null>;
}

export interface RowWindow {
  /** The rendered rows, with the height of the rows left out before each, and of those after the last. */
  rows: readonly { index: number; gapPx: number }[];
  gapAfterPx: number;
  /** Renders a row so that it can be focused. */
  reveal: (index: number) => void;
  /** Keeps the focused row rendered, however far the table is scrolled. */
  keepFocusedRendered: (index: number) => void;
}

/** Returns which rows of a long table are rendered; undefined if all are. */
export function useRowWindow({ mayBeLong, rowCount, rowHeightPx, scroller }: RowWindowOptions): RowWindow | undefined {
  const focusedIndex = useRef(0);
  const [revealCount, setRevealCount] = useState(0);
  const showsAll = useShowsAll(mayBeLong);
  const isWindowed = mayBeLong && rowCount >= MIN_WINDOWED_ROWS && !showsAll;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that is revealed changes the range, which depends on nothing else
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const focused = Math.min(focusedIndex.current, range.count - 1);
      return indexes.includes(focused) ? indexes : [...indexes, focused].toSorted((a, b) => a - b);
    },
    [revealCount],
  );
  const virtualizer = useVirtualizer({
    enabled: isWindowed,
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN_ROWS,
    rangeExtractor,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: all rows are as high, and change their height together
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx]);

  if (!isWindowed) return undefined;
  const items = virtualizer.getVirtualItems();
  return {
    rows: items.map(({ index, start }, place) => ({ index, gapPx: start - (items[place - 1]?.end ?? 0) })),
    gapAfterPx: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    reveal: (index) => {
      focusedIndex.current = index;
      if (!items.some((item) => item.index === index)) flushSync(() => setRevealCount((count) => count + 1));
    },
    keepFocusedRendered: (index) => {
      focusedIndex.current = index;
    },
  };
}

const isFindKey = (event: KeyboardEvent): boolean =>
  event.key === 'F3' || (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey));

/** Browsers print and find only rendered rows, so all are rendered while printing and once the find key was pressed. */
function useShowsAll(mayBeLong: boolean): boolean {
  const [reason, setReason] = useState<'print' | 'find'>();
  useEffect(() => {
    if (!mayBeLong) return;
    const beforePrint = () => flushSync(() => setReason((now) => now ?? 'print'));
    const afterPrint = () => setReason((now) => (now === 'print' ? undefined : now));
    const onKey = (event: KeyboardEvent) => {
      if (isFindKey(event)) flushSync(() => setReason('find'));
    };
    window.addEventListener('beforeprint', beforePrint);
    window.addEventListener('afterprint', afterPrint);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('beforeprint', beforePrint);
      window.removeEventListener('afterprint', afterPrint);
      window.removeEventListener('keydown', onKey);
    };
  }, [mayBeLong]);
  return reason !== undefined;
}
