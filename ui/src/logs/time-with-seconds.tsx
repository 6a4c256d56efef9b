import { Time } from '#crud/text/time.tsx';
import { shortSeconds } from '#i18n/format.ts';
import { MutedText } from '#kit/table/cells.tsx';

/** A time with seconds, because entries of a log are often close together. */
export const TimeWithSeconds = ({ iso }: { iso: string }) => (
  <MutedText>
    <Time iso={iso} />
    <span className="text-ink-3">{shortSeconds(iso)}</span>
  </MutedText>
);
