import { useState } from 'react';
import type { AnyRecord, Values } from '#crud/define-entity.ts';
import { useRead } from '#crud/read/use-read.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { TimeSeriesChart } from '#kit/charts/time-series-chart.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { api } from '#session/session.ts';
import { RateChange } from './rate-change.tsx';

/** The ranges of the chart, in days up to the newest quote. */
const DAYS_OF_RANGE = { month: 30, quarter: 90, year: 365, all: undefined } as const;
const RANGES = ['month', 'quarter', 'year', 'all'] as const satisfies (keyof typeof DAYS_OF_RANGE)[];
type Range = (typeof RANGES)[number];

/** A part of a rate's card: its change from the previous rate and the history of its currency pair. */
export function RateHistory({ record }: { record: AnyRecord & Values }) {
  const [range, setRange] = useState<Range>('year');
  // another rate must not show the values of this one while its own are loading
  return <Course key={record.id} record={record} range={range} onRangeChange={setRange} />;
}

interface CourseProps {
  record: AnyRecord & Values;
  range: Range;
  onRangeChange: (range: Range) => void;
}

function Course({ record: { id, version, quotedAt }, range, onRangeChange }: CourseProps) {
  const { t } = useTexts();
  const { data, problem, refreshFailure, reload } = useRead({
    queryKey: ['rate series', id, version, range],
    queryFn: async ({ signal }) => {
      const days = DAYS_OF_RANGE[range];
      const query = days === undefined ? {} : { days };
      return (await api.GET('/api/v1/rate-board/{id}/series', { params: { path: { id }, query }, signal })).data;
    },
  });
  const failure = problem ?? refreshFailure?.problem;
  // a rate that is the only one of its pair has no history
  if (data && data.previous === null && !data.points.some((point) => point.quotedAt !== quotedAt)) return null;
  const points = data?.points.map((point) => ({ time: point.quotedAt, value: point.value }));
  return (
    <DrawerSection>
      <div className="mb-2 flex min-h-5 items-center justify-between gap-2 text-xs">
        <span className="text-ink-3">
          {data?.amount ? t('rate.course', { amount: pointerLabel(`/${data.amount}`) }) : pointerLabel('/trend')}
        </span>
        {data && <RateChange change={data.change} previous={data.previous} />}
      </div>
      {failure && (
        <p className="text-xs text-ink-3">
          {failure.message} <LinkButton onClick={reload}>{t('common.retry')}</LinkButton>
        </p>
      )}
      {!data && !problem && <Skeleton height={130} className="animate-fade-in-delayed" />}
      {points && !problem && <TimeSeriesChart key={range} aria-label={pointerLabel('/trend')} points={points} />}
      <div className="mt-2">
        <Segmented
          fill
          aria-label={t('rate.range')}
          value={range}
          onChange={onRangeChange}
          options={RANGES.map((value) => ({
            value,
            label: value === 'all' ? t('common.all') : t(`rate.ranges.${value}`),
          }))}
        />
      </div>
    </DrawerSection>
  );
}
