import { isDeepStrictEqual } from 'node:util';
import { defineEntity } from '#crud/entity.ts';
import type { Fields, Writing } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';
import { withCurrentZone, zoneProblems } from './place/time-zone.ts';

type Verification = Required<Schemas['Verification']>;

const nobody = { by: null, at: null };
const unverified: Verification = { state: 'unverified', note: null, evidence: null, ...nobody };
// what has been verified: another value of these has not
const verified = ['name', 'telegraphCode', 'latitude', 'longitude'];

const judged = ({ state, note, evidence }: Verification) => ({ state, note, evidence });

/** Whether a name, the code or the place is no longer what it was; a name in one more language changes none. */
function isAnother(fields: Fields, current: Fields): boolean {
  // both are in the contract's form
  const [locales, before] = [fields.locales, current.locales] as Schemas['Locales'][];
  const renamed = Object.entries(before ?? {}).some(([tag, { name }]) => locales?.[tag]?.name !== name);
  return renamed || verified.some((name) => !isDeepStrictEqual(fields[name], current[name]));
}

/** Who judged and when is set here; no station stays verified through a change of what was verified. */
function verification(fields: Fields, { actor, current }: Writing): Verification {
  // both are in the contract's form
  const before = (current?.verification ?? unverified) as Verification;
  const sent = { ...unverified, ...(fields.verification as Partial<Verification>) };
  const stays = before.state === 'verified' && sent.state === 'verified';
  if (stays && current && isAnother(fields, current)) return { ...judged(sent), ...nobody, state: 'unverified' };
  if (isDeepStrictEqual(judged(sent), judged(before))) return before;
  const judge = sent.state === 'unverified' ? nobody : { by: actor.username, at: new Date().toISOString() };
  return { ...judged(sent), ...judge };
}

export const trainStation = defineEntity({
  key: 'train_station',
  singular: 'TrainStation',
  plural: 'TrainStations',
  derive: (fields, writing) =>
    withCurrentZone({ ...fields, code: fields.telegraphCode, verification: verification(fields, writing) }),
  check: async (_, all) => all.map(({ values }) => zoneProblems(values.fields)),
});
