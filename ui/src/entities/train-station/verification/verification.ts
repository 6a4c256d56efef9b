import { enums, type Schemas } from '#api/facts.gen.ts';
import { same } from '#crud/merge.ts';
import { isPlainObject } from '#crud/pointers.ts';
import type { DotTone } from '#kit/status-mark.tsx';

export type State = Schemas['VerificationState'];
type Values = Record<string, unknown>;

export const tones: Record<State, DotTone> = { unverified: 'idle', verified: 'ok', failed: 'bad' };

const part = (record: Values, name: string): unknown =>
  isPlainObject(record.verification) ? record.verification[name] : undefined;

export const stateOf = (record: Values): State =>
  enums.VerificationState.find((state) => state === part(record, 'state')) ?? 'unverified';

/** What a verified station is verified for. */
const verified = ['name', 'telegraphCode', 'latitude', 'longitude'];
const judged = ['state', 'note', 'evidence'];

const tidy = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value);

/** Which changes will take the judgement back, as the server does: of a verified station that is not judged anew. */
export function takesBack(base: Values | null, values: Values): string[] {
  if (!base || stateOf(base) !== 'verified') return [];
  if (judged.some((name) => !same(tidy(part(base, name)), tidy(part(values, name))))) return [];
  return verified.filter((name) => !same(tidy(base[name]), tidy(values[name])));
}
