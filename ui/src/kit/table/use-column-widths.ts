import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { type ColumnWidths, type ContentWidths, columnsThatFit, distributeWidths } from './column-widths.ts';
import type { Column } from './data-table-types.ts';
import { CHECKBOX_WIDTH_PX } from './table-layout.ts';

/** The style sheet folds the actions into a menu below this width. */
const ACTIONS_MENU_BELOW_PX = 1100;
const ACTIONS_MENU_PX = 48;
/** Beside an open card, columns for which there is no room are hidden. */
const COLUMNS_HIDE_BELOW_PX = 960;
/** The style sheet shows rows as lines below this width. */
const LINES_BELOW_PX = 560;
/** While a long table scrolls, the new rows are measured only once it rests. */
const MEASURE_DELAY_MS = 150;

interface Options<Row> {
  table: RefObject<HTMLTableElement | null>;
  scroller: RefObject<HTMLElement | null>;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  density: string | undefined;
  selectable: boolean;
  chosen: ColumnWidths;
  /** Of the first rendered row, where a long table renders only a part of its rows. */
  firstRenderedIndex: number | undefined;
  /** The columns that a narrow table keeps while it hides those that do not fit; undefined if it scrolls instead. */
  keptIds: readonly string[] | undefined;
}

interface TableLayout<Row> {
  shown: readonly Column<Row>[];
  /** The columns for which there is no room. */
  hidden: readonly Column<Row>[];
  widths: ColumnWidths;
  hasFiller: boolean;
}

const NO_NEEDS: ContentWidths = {};
const NO_COLUMNS: readonly never[] = [];

/** Shares the width of the table by what is in its cells, which is measured before the rows are painted. */
export function useColumnWidths<Row>(options: Options<Row>): TableLayout<Row> {
  const { table, scroller, columns, selectable, chosen, keptIds } = options;
  const { actions, availablePx, isNarrow } = useAvailableWidth({ table, scroller, columns, selectable });
  const findHidden = (needs: ContentWidths) => {
    if (!isNarrow || !keptIds) return '';
    const fitting = columnsThatFit({ columns, needs, chosen, availablePx, keptIds });
    return columns.flatMap((column) => (fitting.includes(column) ? [] : column.id)).join();
  };
  const { needs, hiddenIds } = useColumnNeeds(options, findHidden);
  const { shown, hidden } = useMemo((): Pick<TableLayout<Row>, 'shown' | 'hidden'> => {
    if (hiddenIds === '') return { shown: columns, hidden: NO_COLUMNS };
    const isHidden = ({ id }: Column<Row>) => hiddenIds.split(',').includes(id);
    return { shown: columns.filter((column) => !isHidden(column)), hidden: columns.filter(isHidden) };
  }, [columns, hiddenIds]);
  return useMemo(() => {
    const widths = distributeWidths({ columns: shown, needs, chosen, availablePx });
    const usedPx = shown.reduce((sum, { id }) => (id === actions ? sum : sum + (widths[id] ?? 0)), 0);
    return { shown, hidden, widths, hasFiller: usedPx < availablePx };
  }, [shown, hidden, needs, chosen, availablePx, actions]);
}

/** The width that the last table had, which the next one most likely has, so that its first layout is final. */
let lastWidthPx = { frame: 0, scrollbar: 0 };

/** The width for all columns except the checkboxes and the actions; 0 until it is known. */
function useAvailableWidth<Row>({
  table,
  scroller,
  columns,
  selectable,
}: Pick<Options<Row>, 'table' | 'scroller' | 'columns' | 'selectable'>) {
  const [widthPx, setWidthPx] = useState(lastWidthPx);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = (frame: number, scrollbarPx: number) => {
      const isSame = lastWidthPx.frame === frame && lastWidthPx.scrollbar === scrollbarPx;
      if (!isSame) lastWidthPx = { frame, scrollbar: scrollbarPx };
      setWidthPx(lastWidthPx);
    };
    // without the table, whose layout takes longer than that of the rest of the page
    if (table.current) table.current.style.display = 'none';
    update(element.offsetWidth, lastWidthPx.scrollbar);
    table.current?.style.removeProperty('display');
    const observer = new ResizeObserver(() =>
      flushSync(() => update(element.offsetWidth, element.offsetWidth - element.clientWidth)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [table, scroller]);
  const actions = columns.find(({ pinnedRight }) => pinnedRight);
  const actionsPx = actions && widthPx.frame < ACTIONS_MENU_BELOW_PX ? ACTIONS_MENU_PX : (actions?.width ?? 0);
  const availablePx = Math.max(0, widthPx.frame - widthPx.scrollbar - actionsPx - (selectable ? CHECKBOX_WIDTH_PX : 0));
  const isNarrow = widthPx.frame >= LINES_BELOW_PX && widthPx.frame < COLUMNS_HIDE_BELOW_PX;
  return { actions: actions?.id, availablePx, isNarrow };
}

type NeedOptions<Row> = Pick<Options<Row>, 'table' | 'columns' | 'rows' | 'density' | 'firstRenderedIndex'>;

interface Measured {
  needs: ContentWidths;
  columnIds: string;
  density: string | undefined;
  texts: object;
}

/** What was measured for rows that may be shown again from the cache, because measuring lays the table out once more. */
let measuredByRows = new WeakMap<readonly unknown[], Measured>();
// unit tests run in Node, which has no document
globalThis.document?.fonts?.addEventListener('loadingdone', () => {
  measuredByRows = new WeakMap();
});

/**
 * Returns what the columns need and the ids of those that are therefore hidden. Needs only grow while the same list is shown, so columns
 * do not move back and forth from page to page.
 */
function useColumnNeeds<Row>(
  { table, columns, rows, density, firstRenderedIndex }: NeedOptions<Row>,
  findHidden: (needs: ContentWidths) => string,
): { needs: ContentWidths; hiddenIds: string } {
  const texts = useKitTexts();
  const columnIds = columns.map(({ id }) => id).join();
  const remembered = firstRenderedIndex === undefined ? measuredByRows.get(rows) : undefined;
  const isRemembered =
    remembered?.columnIds === columnIds && remembered.density === density && remembered.texts === texts;
  const unmeasured = { needs: NO_NEEDS, columnIds, density, texts };
  const [measured, setMeasured] = useState<Measured>(isRemembered ? remembered : unmeasured);
  const measuredRows = useRef<readonly Row[]>(undefined);
  const hiddenIds = findHidden(measured.needs);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns render their cells, and the window its rows
  useLayoutEffect(() => {
    const measure = ({ anew = false } = {}) => {
      // placeholders say nothing about the width of what they stand for
      if (!table.current || (rows.length === 0 && table.current.tBodies[0]?.rows.length !== 0)) return;
      const isRevisited = isRemembered && !anew && measuredRows.current !== rows;
      const current = isRevisited ? remembered.needs : measureContentWidths(table.current);
      if (!current) return;
      measuredRows.current = rows;
      setMeasured((before) => {
        const isComparable = !anew && before.density === density && before.texts === texts;
        const needs = isComparable ? mergeLarger(before.needs, current) : current;
        const isUnchanged = needs === before.needs && columnIds === before.columnIds;
        const after = isUnchanged ? before : { needs, columnIds, density, texts };
        measuredByRows.set(rows, after);
        return after;
      });
    };
    const onFontsLoaded = () => measure({ anew: true });
    document.fonts?.addEventListener('loadingdone', onFontsLoaded);
    const onlyScrolled = firstRenderedIndex !== undefined && measuredRows.current === rows;
    const timer = onlyScrolled ? setTimeout(measure, MEASURE_DELAY_MS) : measure();
    return () => {
      clearTimeout(timer ?? undefined);
      document.fonts?.removeEventListener('loadingdone', onFontsLoaded);
    };
  }, [columns, hiddenIds, rows, density, texts, firstRenderedIndex]);

  return { needs: measured.needs, hiddenIds };
}

/** The same object if nothing has grown. */
function mergeLarger(before: ContentWidths, current: ContentWidths): ContentWidths {
  const larger = Object.entries(current).flatMap(([id, { head, body }]) => {
    const known = before[id] ?? { head: 0, body: 0 };
    const need = { head: Math.max(head, known.head), body: Math.max(body, known.body) };
    return need.head > known.head || need.body > known.body ? [[id, need] as const] : [];
  });
  return larger.length > 0 ? { ...before, ...Object.fromEntries(larger) } : before;
}

/**
 * The natural widths of the columns that are rendered; undefined where the table is shown as lines without columns.
 * The browser lays the table out once by its content, with the heads out of the flow: one pass whatever the number of cells.
 */
export function measureContentWidths(table: HTMLTableElement): ContentWidths | undefined {
  const heads = [...table.querySelectorAll<HTMLElement>('th[data-column]')];
  const hasRows = table.tBodies[0]?.rows.length !== 0;
  const scroller = table.parentElement;
  const scrollLeft = scroller?.scrollLeft ?? 0;
  table.classList.add('is-measuring');
  const needs = heads.map((head) => {
    const contentPx = Math.ceil(head.getBoundingClientRect().width);
    const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(head);
    const edges = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth];
    const labelPx = head.firstElementChild?.getBoundingClientRect().width ?? 0;
    const headPx = Math.ceil(edges.reduce((sum, edge) => sum + (Number.parseFloat(edge) || 0), labelPx));
    return [head.dataset.column ?? '', { head: contentPx > 0 ? headPx : 0, body: hasRows ? contentPx : 0 }] as const;
  });
  table.classList.remove('is-measuring');
  if (scroller && scrollLeft > 0) scroller.scrollLeft = scrollLeft;
  return needs.some(([, { head }]) => head > 0) ? Object.fromEntries(needs) : undefined;
}
