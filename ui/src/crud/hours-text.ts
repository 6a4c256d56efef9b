import i18next from 'i18next';
import { isPlainObject } from './pointers.ts';

const week = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
type Day = (typeof week)[number];

interface Hours {
  days: Day[];
  opens: string;
  closes: string;
}

/** A pattern of weekdays with its times, wherever in a record it stands. */
export const isHours = (value: unknown): value is Hours =>
  isPlainObject(value) && Array.isArray(value.days) && typeof value.opens === 'string';

const dayName = (day: Day) => i18next.t(`value.days.${day}`);

/** 周一–周五, 周六: three days or more in a row are spanned. */
function daysText(chosen: readonly Day[]): string {
  if (week.every((day) => chosen.includes(day))) return i18next.t('value.hours.everyDay');
  const runs: Day[][] = [];
  for (const [index, day] of week.entries()) {
    if (!chosen.includes(day)) continue;
    const last = runs.at(-1);
    if (last && last.at(-1) === week[index - 1]) last.push(day);
    else runs.push([day]);
  }
  const texts = runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    return first && last && run.length > 2 ? [`${dayName(first)}–${dayName(last)}`] : run.map(dayName);
  });
  return texts.join(i18next.t('common.separator'));
}

/** 周一–周五 06:00–22:00, 每天 全天, 周六 22:00–次日 02:00 */
export function hoursText({ days, opens, closes }: Hours): string {
  if (opens === '00:00' && closes === '24:00') return `${daysText(days)} ${i18next.t('value.hours.wholeDay')}`;
  const next = closes <= opens ? `${i18next.t('value.hours.nextDay')} ` : '';
  return `${daysText(days)} ${opens}–${next}${closes}`;
}
