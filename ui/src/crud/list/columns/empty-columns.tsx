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

  // the table says for which of the columns it has no room
  const [withoutRoom, onColumnsHidden] = useState<readonly Column<Row>[]>([]);
  const isHiding = seen.filled.size > 0 && !isChosen;
  const { showsEmptyColumns } = preferences;
  const shown = useMemo(() => {
    const empty = isHiding ? columns.filter(({ id }) => !seen.filled.has(id) && !sortedBy.includes(id)) : [];
    const hidesSome = empty.length > 0 && !showsEmptyColumns;
    return { empty, visible: hidesSome ? columns.filter((column) => !empty.includes(column)) : columns };
  }, [columns, seen, isHiding, sortedBy, showsEmptyColumns]);
  return { ...shown, withoutRoom, onColumnsHidden };
}

type NamedColumn = Pick<Column<never>, 'header'>;

interface NoteProps {
  /** The columns that are empty. */
  columns: readonly NamedColumn[];
  /** The columns for which the table has no room. */
  withoutRoom?: readonly NamedColumn[];
  preferences: Pick<ListPreferences, 'showsEmptyColumns'>;
  onPreferences: (part: Pick<ListPreferences, 'showsEmptyColumns'>) => void;
}

/** Says at the foot of a list how many columns have no room, or are empty, and shows or hides the empty ones. */
export function EmptyColumnsNote({ columns, withoutRoom = [], preferences, onPreferences }: NoteProps) {
  const { t } = useTexts();
  const isShown = preferences.showsEmptyColumns === true;
  const namesOf = (listed: readonly NamedColumn[]) =>
    listed.flatMap(({ header }) => (typeof header === 'string' ? header : [])).join(t('common.separator'));
  const className = 'ml-4 text-xs text-ink-3 max-sm:hidden';
  if (withoutRoom.length > 0)
    return (
      <span className={className} title={namesOf(withoutRoom)}>
        {t('list.columnsWithoutRoom', { count: withoutRoom.length })}
      </span>
    );
  if (columns.length === 0) return null;
  return (
    <span className={className} title={namesOf(columns)}>
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
