import { Time } from '#crud/time.tsx';
import { shortTime } from '#i18n/format.ts';
import { Quiet } from '#kit/cells.tsx';

/** To the second: what one address tries stands close together. */
export const QuietTime = ({ iso }: { iso: string }) => (
  <Quiet>
    <Time iso={iso} />
    {shortTime(iso).includes(':') && <span className="text-ink-3">:{iso.slice(17, 19)}</span>}
  </Quiet>
);
