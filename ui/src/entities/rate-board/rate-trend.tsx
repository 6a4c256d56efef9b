import { useTexts } from '#i18n/i18n.ts';
import { Sparkline } from '#kit/sparkline.tsx';
import type { RateItem } from './rate.ts';

/** The course of a rate up to now; a single value has none. */
export function RateTrend({ trend }: { trend: RateItem['trend'] }) {
  const { t } = useTexts();
  const [first, last] = [trend[0], trend.at(-1)];
  if (!first || !last || trend.length < 2) return null;
  return (
    <Sparkline
      values={trend.map(({ value }) => value)}
      label={t('rate.trend', { count: trend.length, first: first.value, last: last.value })}
    />
  );
}
