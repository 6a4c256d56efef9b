import type { FoundChange } from './use-change.ts';

/** The version to go back to: what a change left, or what a deletion took away; none where the record stands there already. */
export function restoreTarget({ entry, recordVersion, before, after }: FoundChange): number | undefined {
  const version = after ? entry.version : before?.version;
  return version === recordVersion ? undefined : version;
}
