import { useMemo, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import type { Column } from '#kit/table/data-table.tsx';
import type { ListPreferences } from './preferences.ts';

type CheckedColumn<Row> = Pick<Column<Row>, 'id' | 'isEmpty'>;

/** The ids of columns in which at least one of the rows has something. Columns without `isEmpty` count as filled. */
export const filledColumns = <Row,>(columns: readonly CheckedColumn<Row>[], rows: readonly Row[]): Set<string> =>
  new Set(columns.filter(({ isEmpty }) => !isEmpty || rows.some((row) => !isEmpty(row))).map(({ id }) => id));

const NO_COLUMNS: readonly string[] = [];

interface Options<Row, ShownColumn> {
  columns: readonly ShownColumn[];
  /** The rows of this page; while the page is loading, undefined or the previous page's rows. */
  rows: readonly Row[] | undefined;
  loading: boolean;
  /** Identifies the rows of all pages together: the filters in force. */
  resultKey: string;
  /** Somebody has chosen the columns, so all of them are shown. */
  isChosen?: boolean;
  /** The columns that the rows are sorted by stay. */
  sortedBy?: readonly string[];
  preferences: Pick<ListPreferences, 'showsEmptyColumns'>;
}

/**
 * Hides columns that have been empty on every page seen of a result. A column that has something on a later page
 * appears there and stays, so paging back and forth moves nothing.
 */
export function useEmptyColumns<Row, ShownColumn extends CheckedColumn<Row>>(options: Options<Row, ShownColumn>) {
  const { columns, rows = [], loading, resultKey, isChosen = false, sortedBy = NO_COLUMNS, preferences } = options;
  const [seen, setSeen] = useState({ resultKey: '', filled: new Set<string>() });
  const isSettled = !loading && rows.length > 0;
  const known = seen.resultKey === resultKey ? seen.filled : new Set<string>();
  const filled = isSettled ? filledColumns(columns, rows) : new Set<string>();
  if (isSettled && (seen.resultKey !== resultKey || [...filled].some((id) => !known.has(id))))
    setSeen({ resultKey, filled: new Set([...known, ...filled]) });

  const isHiding = seen.filled.size > 0 && !isChosen;
  const { showsEmptyColumns } = preferences;
  return useMemo(() => {
    const empty = isHiding ? columns.filter(({ id }) => !seen.filled.has(id) && !sortedBy.includes(id)) : [];
    const hidesSome = empty.length > 0 && !showsEmptyColumns;
    return { empty, visible: hidesSome ? columns.filter((column) => !empty.includes(column)) : columns };
  }, [columns, seen, isHiding, sortedBy, showsEmptyColumns]);
}

interface NoteProps {
  /** The columns that are empty. */
  columns: readonly Pick<Column<never>, 'header'>[];
  preferences: Pick<ListPreferences, 'showsEmptyColumns'>;
  onPreferences: (part: Pick<ListPreferences, 'showsEmptyColumns'>) => void;
}

/** Says at the foot of a list how many columns are empty, and shows or hides them. */
export function EmptyColumnsNote({ columns, preferences, onPreferences }: NoteProps) {
  const { t } = useTexts();
  const isShown = preferences.showsEmptyColumns === true;
  if (columns.length === 0) return null;
  const names = columns.flatMap(({ header }) => (typeof header === 'string' ? header : []));
  return (
    <span className="ml-4 text-xs text-ink-3 max-sm:hidden" title={names.join(t('common.separator'))}>
      {t(isShown ? 'list.emptyColumns' : 'list.emptyColumnsHidden', { count: columns.length })}
      <LinkButton
        className="ml-2"
        aria-label={t(isShown ? 'list.hideEmptyColumns' : 'list.showEmptyColumns')}
        onClick={() => onPreferences({ showsEmptyColumns: !isShown })}
      >
        {t(isShown ? 'list.hideColumns' : 'list.showColumns')}
      </LinkButton>
    </span>
  );
}
