import { enums, type Schemas } from '#api/metadata.gen.ts';
import { isEqual } from '#crud/form/state/merge.ts';
import { isPlainObject, readPointer } from '#crud/pointers.ts';
import type { DotTone } from '#kit/display/status-mark.tsx';

export type VerificationState = Schemas['VerificationState'];
type Values = Record<string, unknown>;

export const DOT_TONES: Record<VerificationState, DotTone> = { unverified: 'idle', verified: 'ok', failed: 'bad' };

const part = (record: Values, name: string): unknown =>
  isPlainObject(record.verification) ? record.verification[name] : undefined;

export const stateOf = (record: Values): VerificationState =>
  enums.VerificationState.find((state) => state === part(record, 'state')) ?? 'unverified';

/** The fields that a verification covers. */
const verified = ['name', 'telegraphCode', 'latitude', 'longitude'];
const tidy = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value);

/** Returns whether a name in one of the saved languages was changed or removed; an added language does not count. */
const hasChangedLocaleName = (base: Values, values: Values) =>
  Object.keys(isPlainObject(base.locales) ? base.locales : {}).some((tag) => {
    const at = `/locales/${tag}/name`;
    return !isEqual(tidy(readPointer(base, at)), tidy(readPointer(values, at)));
  });

/** Returns the changed fields because of which the server will reset a verification. */
export function fieldsResettingVerification(base: Values | null, values: Values): string[] {
  if (!base || stateOf(base) !== 'verified' || stateOf(values) !== 'verified') return [];
  const changed = verified.filter((name) => !isEqual(tidy(base[name]), tidy(values[name])));
  return hasChangedLocaleName(base, values) ? [...changed, 'locales'] : changed;
}
