import { memo } from 'react';
import type { RowAction } from './data-table-types.ts';
import { useKitTexts } from './kit-texts.tsx';
import { RowActions } from './row-actions.tsx';
import { rest, type TableLayout } from './table-layout.ts';

interface TableRowProps<Row> {
  row: Row;
  index: number;
  layout: TableLayout<Row>;
  rowLabel: ((row: Row) => string) | undefined;
  rowActions: ((row: Row) => readonly RowAction[]) | undefined;
  opens: boolean;
  selected: boolean | undefined;
  current: boolean;
}

/** Carries no handlers: the table hears all events, so a row renders again only when what it shows changes. */
function Row<T>({ row, index, layout, rowLabel, rowActions, opens, selected, current }: TableRowProps<T>) {
  const texts = useKitTexts();
  return (
    <tr
      data-index={index}
      data-opens={opens || undefined}
      aria-selected={selected}
      aria-current={current || undefined}
      className="grid-row"
    >
      {selected !== undefined && (
        <td className="pin pick">
          <input
            type="checkbox"
            data-select
            className="box"
            checked={selected}
            onChange={ignore}
            aria-label={rowLabel ? `${texts.selectRow} ${rowLabel(row)}` : texts.selectRow}
          />
        </td>
      )}
      {layout.placed.map(({ column, className, style }) => (
        <td
          key={column.id}
          tabIndex={-1}
          aria-hidden={column === rest.column || undefined}
          className={className}
          style={style}
        >
          {column.cell(row)}
        </td>
      ))}
      {rowActions && (
        <td className="overlay">
          <RowActions floating actions={rowActions(row)} />
        </td>
      )}
    </tr>
  );
}

function ignore() {}

// memo forgets that the component is generic.
export const TableRow = memo(Row) as typeof Row;
