import { fullTime, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';

/** A short local time (今天 14:32) with the full UTC time on hover. */
export function Time({ iso }: { iso: string }) {
  useTexts();
  return (
    <time dateTime={iso} title={fullTime(iso)} className="whitespace-nowrap">
      {shortTime(iso)}
    </time>
  );
}
