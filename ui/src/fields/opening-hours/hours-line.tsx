import { daysText } from '#crud/hours-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { barPlace, columns } from './columns.ts';
import { type Hours, isOvernight } from './hours.ts';
import { HoursBar } from './hours-bar.tsx';

/** One pattern of the week, to be read only. */
export function HoursLine({ hours }: { hours: Hours }) {
  const { t } = useTexts();
  return (
    <li className="border-t border-line px-4 py-2.5 first:border-0">
      <div className={cx(columns, 'min-h-7')}>
        <span className="font-medium">{daysText(hours.days)}</span>
        <span className="font-mono">{hours.opens}</span>
        <span className="text-center text-ink-3">–</span>
        <span className="font-mono">{hours.closes}</span>
        <span className="text-xs whitespace-nowrap text-ink-3">{isOvernight(hours) && t('hours.nextDay')}</span>
        <HoursBar hours={hours} className={cx(barPlace, 'mt-1.5 @3xl:mt-0')} />
      </div>
    </li>
  );
}
