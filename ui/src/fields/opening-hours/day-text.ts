import { t } from '#i18n/i18n.ts';
import { type Day, runs } from './hours.ts';

/** 周一至周四, 周六、周日, 每天: the days of a pattern in words; '' for none. */
export function dayText(chosen: readonly Day[]): string {
  if (new Set(chosen).size === 7) return t('hours.everyDay');
  return runs(chosen)
    .map((run) => {
      const [from, to] = [run[0], run.at(-1)];
      if (!from || !to) return '';
      if (from === to) return t(`value.days.${from}`);
      return t('hours.span', { from: t(`value.days.${from}`), to: t(`value.days.${to}`) });
    })
    .join(t('common.separator'));
}
