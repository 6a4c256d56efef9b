import type { Column } from './data-table-types.ts';

/** The natural widths of a column in pixels, padding included. */
export interface ContentWidth {
  head: number;
  /** Of the widest cell measured; 0 without rows, for which the declared width counts. */
  body: number;
}

export type ContentWidths = Readonly<Record<string, ContentWidth>>;
export type ColumnWidths = Readonly<Record<string, number>>;

interface WidthLimits {
  id: string;
  /** A narrower table scrolls instead of cutting more. */
  minPx: number;
  wantedPx: number;
  /** The share of the width that is left once every column has what it wants. */
  slackWeight: number;
}

/** Texts may become narrower than declared before the table scrolls, except the name that identifies the row. */
const MIN_TEXT_SHARE = 0.75;
/** A narrow table rather hides a column than cuts names that are no longer than this. */
const MAX_WHOLE_NAME_PX = 320;

/** What a column needs: heads, codes, times and figures are never cut, only texts may become narrower than their content. */
function widthLimitsOf(column: Column<never>, need: ContentWidth | undefined): WidthLimits {
  const { id, width, minWidth = 0, maxWidth = Infinity, truncates = false, pinned, resizable } = column;
  const head = need?.head ?? 0;
  const body = need?.body || width;
  const wantedPx = Math.max(Math.min(body, maxWidth), head, minWidth);
  const minTextPx = Math.min(body, maxWidth, pinned ? width : width * MIN_TEXT_SHARE);
  const minPx = Math.max(truncates ? minTextPx : body, head, minWidth);
  // spare width helps texts more than short values, which read better close together
  const slackWeight = resizable === false ? 0 : truncates ? wantedPx : wantedPx / 2;
  return { id, minPx, wantedPx, slackWeight };
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

/** Cuts the widest columns to one common width, so that the others keep what they want. */
function shrink(demands: readonly WidthLimits[], availablePx: number): number[] {
  const widthsUnder = (capPx: number) =>
    demands.map(({ minPx, wantedPx }) => Math.max(minPx, Math.min(wantedPx, capPx)));
  let capPx = Math.max(0, ...demands.map(({ wantedPx }) => wantedPx));
  while (capPx > 0 && sumOf(widthsUnder(capPx)) > availablePx) capPx--;
  return widthsUnder(capPx);
}

/** Adds the width that is left to the columns, in proportion to what they want. */
function stretch(demands: readonly WidthLimits[], slackPx: number): number[] {
  const weights = sumOf(demands.map(({ slackWeight }) => slackWeight));
  if (weights === 0) return demands.map(({ wantedPx }) => wantedPx);
  const shares = demands.map(({ slackWeight }) => Math.floor((slackPx * slackWeight) / weights));
  const roundingPx = slackPx - sumOf(shares);
  const firstSharing = demands.findIndex(({ slackWeight }) => slackWeight > 0);
  return demands.map(
    ({ wantedPx }, index) => wantedPx + (shares[index] ?? 0) + (index === firstSharing ? roundingPx : 0),
  );
}

interface Fit<Row> extends Distribution<Row> {
  /** Columns that stay whatever the width, besides those pinned and the status. */
  keptIds: readonly string[];
}

/** Returns the columns for which a narrow table has room, so that none is cut at its edge. Earlier columns come first. */
export function columnsThatFit<Row>({ columns, needs, chosen, availablePx, keptIds }: Fit<Row>): Column<Row>[] {
  const stays = ({ id, pinned, pinnedRight }: Column<Row>) =>
    pinned || pinnedRight || id === 'status' || keptIds.includes(id);
  // texts that are much cut say less than one column fewer
  const widthOf = (column: Column<Row>): number => {
    const { minPx, wantedPx } = widthLimitsOf(column, needs[column.id]);
    const enoughPx = column.pinned ? Math.max(column.width, MAX_WHOLE_NAME_PX) : column.width;
    return chosen[column.id] ?? Math.max(minPx, Math.min(wantedPx, enoughPx));
  };
  const stayingPx = columns.filter((column) => stays(column) && !column.pinnedRight).map(widthOf);
  let leftPx = availablePx - sumOf(stayingPx);
  const isMeasured = Object.keys(needs).length > 0;
  return columns.filter((column) => {
    // a column that was hidden before its content was known is shown once, to be measured
    if (stays(column) || (isMeasured && !needs[column.id])) return true;
    const widthPx = widthOf(column);
    if (widthPx > leftPx) return false;
    leftPx -= widthPx;
    return true;
  });
}

interface Distribution<Row> {
  columns: readonly Column<Row>[];
  needs: ContentWidths;
  /** The widths that somebody chose, which stay as they are. */
  chosen: ColumnWidths;
  /** For the columns that are not pinned to the right; 0 while it is unknown. */
  availablePx: number;
}

/** Shares the width of a table among its columns by what their content needs. */
export function distributeWidths<Row>({ columns, needs, chosen, availablePx }: Distribution<Row>): ColumnWidths {
  const flexibleColumns = columns.filter(({ id, pinnedRight }) => !pinnedRight && chosen[id] === undefined);
  const chosenPx = sumOf(columns.flatMap(({ id, pinnedRight }) => (pinnedRight ? [] : (chosen[id] ?? []))));
  const demands = flexibleColumns.map((column) => widthLimitsOf(column, needs[column.id]));
  const slackPx = availablePx - chosenPx - sumOf(demands.map(({ wantedPx }) => wantedPx));
  const shares =
    availablePx === 0 || slackPx >= 0
      ? stretch(demands, Math.max(0, slackPx))
      : shrink(demands, availablePx - chosenPx);
  return {
    ...Object.fromEntries(columns.map(({ id, width }) => [id, chosen[id] ?? width])),
    ...Object.fromEntries(demands.map(({ id }, index) => [id, shares[index] ?? 0])),
  };
}
