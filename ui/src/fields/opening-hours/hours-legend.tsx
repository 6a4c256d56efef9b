import { useTexts } from '#i18n/i18n.ts';
import { Kbd } from '#kit/kbd.tsx';

/** What the bar's colours say, and the keys of the times where they can be changed. */
export function HoursLegend({ keys }: { keys: boolean }) {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-ink-3">
      <span className="flex items-center gap-1.5">
        <i className="h-2 w-3.5 rounded-[2px] bg-accent" />
        {t('hours.sameDay')}
      </span>
      <span className="flex items-center gap-1.5">
        <i className="h-2 w-3.5 rounded-[2px] bg-accent-line" />
        {t('hours.tail')}
      </span>
      {keys && (
        <span className="ml-auto flex items-center gap-1.5">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd>
          {t('hours.step')}
          <Kbd>:</Kbd>
          {t('hours.jump')}
        </span>
      )}
    </div>
  );
}
