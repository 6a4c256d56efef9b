import i18next from 'i18next';
import { isPlainObject } from '#crud/pointers.ts';
import { type Day, days, groupIntoRanges } from './weekdays.ts';

interface Hours {
  days: Day[];
  opens: string;
  closes: string;
}

/** Returns whether a value is a pattern of weekdays with opening times. */
export const isHours = (value: unknown): value is Hours =>
  isPlainObject(value) && Array.isArray(value.days) && typeof value.opens === 'string';

/**
 * Returns the days of a pattern as text, three or more consecutive ones as a range: 周一至周四、周六, 周六、周日, 每天; '' for none.
 */
export function daysText(chosen: readonly Day[]): string {
  if (new Set(chosen).size === days.length) return i18next.t('hours.everyDay');
  const name = (day: Day) => i18next.t(`value.days.${day}`);
  return groupIntoRanges(chosen)
    .map((group) => {
      const [from, to] = [group[0], group.at(-1)];
      if (!from || !to) return '';
      return from === to ? name(from) : i18next.t('hours.span', { from: name(from), to: name(to) });
    })
    .join(i18next.t('common.separator'));
}

/** Returns days and times as text: 周一至周五 06:00–22:00, 每天 全天, 周六 22:00–次日 02:00. */
export function hoursText({ days, opens, closes }: Hours): string {
  if (opens === '00:00' && closes === '24:00') return `${daysText(days)} ${i18next.t('value.hours.wholeDay')}`;
  const nextDay = closes <= opens ? `${i18next.t('value.hours.nextDay')} ` : '';
  return `${daysText(days)} ${opens}–${nextDay}${closes}`;
}
