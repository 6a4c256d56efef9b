import { Time } from '#crud/time.tsx';
import { shortSeconds } from '#i18n/format.ts';
import { MutedText } from '#kit/table/cells.tsx';

/** To the second: what one address tries stands close together. */
export const QuietTime = ({ iso }: { iso: string }) => (
  <MutedText>
    <Time iso={iso} />
    <span className="text-ink-3">{shortSeconds(iso)}</span>
  </MutedText>
);
