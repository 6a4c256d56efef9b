import { type ColumnSpec, defineEntity } from '#crud/define-entity.ts';
import { useTexts } from '#i18n/i18n.ts';
import { spaceEvenly, toPath } from '#kit/charts/chart-geometry.ts';
import { Code } from '#kit/display/code.tsx';
import { DecimalText, MutedText, NumberText } from '#kit/table/cells.tsx';
import { type AmountName, type RateItem, textOf } from './rate.ts';
import { RateChange } from './rate-change.tsx';

const MIN_TREND_POINTS = 2;

/** A sparkline of a rate's history; nothing for a single value. */
function RateTrend({ trend }: { trend: RateItem['trend'] }) {
  const { t } = useTexts();
  const [first, last] = [trend[0], trend.at(-1)];
  if (!first || !last || trend.length < MIN_TREND_POINTS) return null;
  return (
    <Sparkline
      values={trend.map(({ value }) => value)}
      label={t('rate.trend', { count: trend.length, first: first.value, last: last.value })}
    />
  );
}

/** The currency pair, such as EUR/CNY, and the rate's source. */
const pairColumn: ColumnSpec = {
  id: 'pair',
  width: 164,
  unsortable: true,
  cell: ({ base, quote, source }) => (
    <span className="flex min-w-0 items-center gap-2">
      <Code>{`${base}/${quote}`}</Code>
      <span className="min-w-0 truncate">{String(source)}</span>
    </span>
  ),
};

/** The amount of the base currency that the rates refer to. */
const unitColumn: ColumnSpec = {
  id: 'unit',
  width: 60,
  align: 'end',
  unsortable: true,
  cell: ({ unit, base }) => <NumberText>{`${unit} ${base}`}</NumberText>,
};

/** Returns the column of an amount, which shows the exact decimal that is stored. */
const sortableAmountColumn = (id: AmountName): ColumnSpec => ({
  id,
  width: 92,
  align: 'end',
  decimal: true,
  cell: (record, { fractionDigits }) => {
    const text = textOf(record[id]);
    if (text === null) return <span className="text-ink-3">—</span>;
    return <DecimalText fractionDigits={fractionDigits[id] ?? 0}>{text}</DecimalText>;
  },
});

const middleColumn: ColumnSpec = { ...sortableAmountColumn('middle'), onPhone: 'secondLine' };

/** Returns the column of another amount; the list can only be sorted by the middle rate. */
const amountColumn = (id: AmountName): ColumnSpec => ({ ...sortableAmountColumn(id), unsortable: true });

const changeColumn: ColumnSpec = {
  id: 'change',
  width: 92,
  onPhone: 'secondLine',
  align: 'end',
  unsortable: true,
  cell: ({ change, previous }) => <RateChange change={textOf(change)} previous={textOf(previous)} />,
};

const trendColumn: ColumnSpec = {
  id: 'trend',
  width: 84,
  unsortable: true,
  isEmpty: ({ trend }) => !Array.isArray(trend) || trend.length < MIN_TREND_POINTS,
  cell: ({ trend }) => Array.isArray(trend) && <RateTrend trend={trend} />,
};

const quotedAtColumn: ColumnSpec = {
  id: 'quotedAt',
  width: 164,
  cell: ({ quotedAt }) => {
    const iso = textOf(quotedAt);
    return (
      iso && (
        <MutedText>
          <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)}`}</time> UTC
        </MutedText>
      )
    );
  },
};

export const rateBoard = defineEntity({
  key: 'rate_board',
  schema: 'RateWrite',
  icon: 'exchange',
  columns: [
    pairColumn,
    unitColumn,
    middleColumn,
    changeColumn,
    trendColumn,
    amountColumn('buy'),
    amountColumn('sell'),
    quotedAtColumn,
    { ...amountColumn('cashBuy'), hiddenByDefault: true },
    { ...amountColumn('cashSell'), hiddenByDefault: true },
  ],
  defaultFilters: { view: 'latest' },
  form: { load: () => import('./rate-fields.tsx'), layout: 'dialog' },
});

interface SparklineProps {
  /** decimals, oldest first */
  values: readonly string[];
  /** describes the chart to screen readers */
  label: string;
  width?: number | undefined;
  height?: number | undefined;
}

/** A line chart that fits into a table cell. */
function Sparkline({ values, label, width = 64, height = 20 }: SparklineProps) {
  const padding = 3;
  const points = spaceEvenly(values).map(({ x, y }) => ({
    x: padding + (x / 100) * (width - 2 * padding),
    y: padding + (y / 100) * (height - 2 * padding),
  }));
  const last = points.at(-1);
  return (
    <span className="inline-flex align-middle">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the label below describes it */}
      <svg width={width} height={height} aria-hidden className="block text-accent">
        <polyline
          points={toPath(points)}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.35}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        {last && <circle cx={last.x} cy={last.y} r={2} fill="currentColor" />}
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}
