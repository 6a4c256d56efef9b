import type { AnyRecord, Values } from '#crud/define-entity.ts';
import { useRead } from '#crud/read/use-read.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { HistoryChart } from '#kit/charts/history-chart.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { Skeleton } from '#kit/messages/page-state.tsx';
import { api } from '#session/session.ts';
import { courseOf, type RateItem } from './rate.ts';
import { RateChange } from './rate-change.tsx';

/** A part of a rate's card: its change from the previous rate and the history of its currency pair. */
export function RateCourse({ record }: { record: AnyRecord & Values }) {
  const { t } = useTexts();
  // the cast: a rate's card shows only rates
  const { base, quote, source } = record as unknown as RateItem;
  const { data, problem, reload } = useRead({
    queryKey: ['rates', base, quote, source],
    queryFn: async ({ signal }) => {
      const query = { base, quote, source, view: 'all', sort: '-quotedAt', pageSize: 100 } as const;
      return (await api.GET('/api/v1/rate-board', { params: { query }, signal })).data.items;
    },
  });
  const course = data && courseOf(record, data);
  const ownRate = data?.find(({ id }) => id === record.id);
  // a single value has no history
  if (data && (!course || course.points.length < 2)) return null;
  return (
    <DrawerSection>
      <div className="mb-2 flex min-h-5 items-center justify-between gap-2 text-xs">
        <span className="text-ink-3">
          {course ? t('rate.course', { amount: pointerLabel(`/${course.amount}`) }) : pointerLabel('/trend')}
        </span>
        {ownRate && <RateChange change={ownRate.change} previous={ownRate.previous} />}
      </div>
      {problem && !data && (
        <p className="text-xs text-ink-3">
          {problem.message} <LinkButton onClick={reload}>{t('common.retry')}</LinkButton>
        </p>
      )}
      {!data && !problem && <Skeleton height={122} className="animate-fade-in-delayed" />}
      {course && <HistoryChart aria-label={pointerLabel('/trend')} points={course.points} />}
    </DrawerSection>
  );
}
