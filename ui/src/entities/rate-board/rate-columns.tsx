import type { ColumnSpec } from '#crud/define-entity.ts';
import { Figure, Quiet } from '#kit/cells.tsx';
import { Code } from '#kit/chip.tsx';
import { type Amount, textOf } from './rate.ts';
import { RateChange } from './rate-change.tsx';
import { RateTrend } from './rate-trend.tsx';

/** EUR/CNY, and who posted it. */
export const pairColumn: ColumnSpec = {
  id: 'pair',
  width: 164,
  unsortable: true,
  cell: ({ base, quote, source }) => (
    <span className="flex min-w-0 items-center gap-2">
      <Code>{`${base}/${quote}`}</Code>
      <span className="cut">{String(source)}</span>
    </span>
  ),
};

/** How much of the base the amounts are for. */
export const unitColumn: ColumnSpec = {
  id: 'unit',
  width: 60,
  align: 'end',
  unsortable: true,
  cell: ({ unit, base }) => <Figure>{`${unit} ${base}`}</Figure>,
};

/** An exact decimal, as it is stored. */
const sortedAmountColumn = (id: Amount): ColumnSpec => ({
  id,
  width: 92,
  align: 'end',
  cell: (record) => {
    const text = textOf(record[id]);
    return text === null ? <span className="text-ink-3">—</span> : <span className="font-mono text-xs">{text}</span>;
  },
});

/** Of the amounts, lists sort by the middle rate only. */
export const middleColumn = sortedAmountColumn('middle');
export const amountColumn = (id: Amount): ColumnSpec => ({ ...sortedAmountColumn(id), unsortable: true });

export const changeColumn: ColumnSpec = {
  id: 'change',
  width: 92,
  align: 'end',
  unsortable: true,
  cell: ({ change, previous }) => <RateChange change={textOf(change)} previous={textOf(previous)} />,
};

export const trendColumn: ColumnSpec = {
  id: 'trend',
  width: 84,
  unsortable: true,
  cell: ({ trend }) => Array.isArray(trend) && <RateTrend trend={trend} />,
};

export const quotedAtColumn: ColumnSpec = {
  id: 'quotedAt',
  width: 164,
  cell: ({ quotedAt }) => {
    const iso = textOf(quotedAt);
    return (
      iso && (
        <Quiet>
          <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)}`}</time> UTC
        </Quiet>
      )
    );
  },
};
