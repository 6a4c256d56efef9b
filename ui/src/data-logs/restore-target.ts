import type { ChangeDetails } from './use-change.ts';

/** Returns the version that a change can restore: its own, or the last one before a deletion; none if it is current. */
export function restoreTarget({ entry, recordVersion, before, after }: ChangeDetails): number | undefined {
  const version = after ? entry.version : before?.version;
  return version === recordVersion ? undefined : version;
}
