import { isDeepStrictEqual } from 'node:util';
import { defineEntity } from '#crud/entity.ts';
import type { FieldValues, WriteContext } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';
import { findTimeZoneProblems, normaliseTimeZone } from './place/place.ts';

type Verification = Required<Schemas['Verification']>;

const NO_VERIFIER = { by: null, at: null };
const UNVERIFIED: Verification = { state: 'unverified', note: null, evidence: null, ...NO_VERIFIER };
// a change of one of these fields invalidates the verification
const VERIFIED_FIELDS = ['name', 'telegraphCode', 'latitude', 'longitude'];

const withoutVerifier = ({ state, note, evidence }: Verification) => ({ state, note, evidence });

/** Whether a name, the code or the coordinates have changed; a name in an additional language does not count. */
function differsInVerifiedField(fields: FieldValues, current: FieldValues): boolean {
  // the casts: both are in the contract's form
  const [locales, previous] = [fields.locales, current.locales] as Schemas['Locales'][];
  const isRenamed = Object.entries(previous ?? {}).some(([tag, { name }]) => locales?.[tag]?.name !== name);
  return isRenamed || VERIFIED_FIELDS.some((name) => !isDeepStrictEqual(fields[name], current[name]));
}

/** Sets who verified a station and when, and resets the verification after a change of a verified field. */
function deriveVerification(fields: FieldValues, { actor, current }: WriteContext): Verification {
  // the casts: both are in the contract's form
  const previous = (current?.verification ?? UNVERIFIED) as Verification;
  const submitted = { ...UNVERIFIED, ...(fields.verification as Partial<Verification>) };
  const staysVerified = previous.state === 'verified' && submitted.state === 'verified';
  if (staysVerified && current && differsInVerifiedField(fields, current))
    return { ...withoutVerifier(submitted), ...NO_VERIFIER, state: 'unverified' };
  if (submitted.state === 'unverified') return { ...withoutVerifier(submitted), ...NO_VERIFIER };
  // whoever adds a note or removes the evidence has not checked the station
  const isChecked =
    submitted.state !== previous.state || (submitted.evidence !== null && submitted.evidence !== previous.evidence);
  const { by, at } = isChecked ? { by: actor.username, at: new Date().toISOString() } : previous;
  return { ...withoutVerifier(submitted), by, at };
}

/** Resets a verification that a merge brings together with other values than those that were verified. */
function adjustVerification(
  merged: FieldValues,
  { base, current }: Record<'base' | 'current', FieldValues>,
): FieldValues {
  // the casts: all are in the contract's form
  const verification = merged.verification as Verification;
  const { state } = current.verification as Verification;
  if (verification.state !== 'verified') return merged;
  const isOutdated =
    state === 'verified' ? differsInVerifiedField(merged, current) : differsInVerifiedField(current, base);
  if (!isOutdated) return merged;
  return { ...merged, verification: { ...withoutVerifier(verification), ...NO_VERIFIER, state: 'unverified' } };
}

export const trainStation = defineEntity({
  key: 'train_station',
  singular: 'TrainStation',
  plural: 'TrainStations',
  derive: (fields, writing) =>
    normaliseTimeZone({ ...fields, code: fields.telegraphCode, verification: deriveVerification(fields, writing) }),
  adjustMerged: adjustVerification,
  check: async (_db, valuesToCheck) => valuesToCheck.map(({ values }) => findTimeZoneProblems(values.fields)),
});
