import { isDeepStrictEqual } from 'node:util';
import { defineEntity } from '#crud/entity.ts';
import type { Fields, WriteContext } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';
import { findZoneProblems, normaliseZone } from './place/place.ts';

type Verification = Required<Schemas['Verification']>;

const NOBODY = { by: null, at: null };
const UNVERIFIED: Verification = { state: 'unverified', note: null, evidence: null, ...NOBODY };
// what has been verified: another value of these has not
const VERIFIED_FIELDS = ['name', 'telegraphCode', 'latitude', 'longitude'];

const withoutJudge = ({ state, note, evidence }: Verification) => ({ state, note, evidence });

/** Whether a name, the code or the place is no longer what it was; a name in one more language changes none. */
function differsInVerifiedField(fields: Fields, current: Fields): boolean {
  // both are in the contract's form
  const [locales, before] = [fields.locales, current.locales] as Schemas['Locales'][];
  const renamed = Object.entries(before ?? {}).some(([tag, { name }]) => locales?.[tag]?.name !== name);
  return renamed || VERIFIED_FIELDS.some((name) => !isDeepStrictEqual(fields[name], current[name]));
}

/** Who judged and when is set here; no station stays verified through a change of what was verified. */
function deriveVerification(fields: Fields, { actor, current }: WriteContext): Verification {
  // both are in the contract's form
  const before = (current?.verification ?? UNVERIFIED) as Verification;
  const sent = { ...UNVERIFIED, ...(fields.verification as Partial<Verification>) };
  const stays = before.state === 'verified' && sent.state === 'verified';
  if (stays && current && differsInVerifiedField(fields, current))
    return { ...withoutJudge(sent), ...NOBODY, state: 'unverified' };
  if (isDeepStrictEqual(withoutJudge(sent), withoutJudge(before))) return before;
  const judge = sent.state === 'unverified' ? NOBODY : { by: actor.username, at: new Date().toISOString() };
  return { ...withoutJudge(sent), ...judge };
}

export const trainStation = defineEntity({
  key: 'train_station',
  singular: 'TrainStation',
  plural: 'TrainStations',
  derive: (fields, writing) =>
    normaliseZone({ ...fields, code: fields.telegraphCode, verification: deriveVerification(fields, writing) }),
  check: async (_, all) => all.map(({ values }) => findZoneProblems(values.fields)),
});
