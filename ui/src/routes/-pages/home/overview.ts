import type { Schemas } from '#api/facts.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { Period } from './period.ts';

export type Overview = Schemas['OverviewAnswer']['data'];
export type Counts = Schemas['Counts'];

export function usePeriodText(days: Period): string {
  const { t } = useTexts();
  return days === 1 ? t('home.today') : t('home.days', { count: days });
}
