import { actorName } from './actor-name.ts';
import { Time } from './time.tsx';

interface Props {
  iso: string;
  /** The user name of who did it, or `system`. */
  by: string;
}

/** When something was done, and by whom. */
export const TimeAndActor = ({ iso, by }: Props) => (
  <span>
    <Time iso={iso} /> <span className="text-ink-3">{actorName(by)}</span>
  </span>
);
