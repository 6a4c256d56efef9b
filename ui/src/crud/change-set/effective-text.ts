import type { Language } from '#api/metadata.gen.ts';
import { serverDate } from '#api/server-time.ts';

/** Formats a local day and time as short as possible: 4 月 6 日, 2027 年 4 月 6 日 08:30, or 6 Apr. */
export function effectiveText(effectiveOn: string, language: Language, now = serverDate()): string {
  const [day = '', time = '00:00'] = effectiveOn.split('T');
  const [year, month, dayOfMonth] = day.split('-').map(Number);
  const isThisYear = year === now.getFullYear();
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  };
  const dayText =
    language === 'en'
      ? new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(day))
      : `${isThisYear ? '' : `${year} 年 `}${month} 月 ${dayOfMonth} 日`;
  return time === '00:00' ? dayText : `${dayText} ${time}`;
}
