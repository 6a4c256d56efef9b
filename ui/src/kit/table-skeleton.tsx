import { Skeleton } from './skeleton.tsx';
import type { TableLayout } from './table-layout.ts';

interface SkeletonRowsProps<Row> {
  count: number;
  layout: TableLayout<Row>;
  selectable: boolean;
}

/** Grey rows in the grid of the table, fainter downwards. */
export function SkeletonRows<Row>({ count, layout, selectable }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity
    <tr key={index} aria-hidden className="late" style={{ opacity: Math.max(0.15, 1 - index / (count + 1)) }}>
      {selectable && <td className="pin pick" />}
      {layout.placed.map(({ column, className, style, width }, place) => (
        <td key={column.id} className={className} style={style}>
          <Skeleton width={`${width === undefined ? 40 + ((index * 7) % 3) * 9 : 60 + ((index + place) % 3) * 12}%`} />
        </td>
      ))}
    </tr>
  ));
}
