import { isDeepStrictEqual } from 'node:util';
import { defineEntity, type Fields, type Writing } from '#crud/entity.ts';
import type { Schemas } from '#http/contract.ts';
import { withCurrentZone, zoneProblems } from './place/time-zone.ts';

type Verification = Required<Schemas['Verification']>;

const unverified: Verification = { state: 'unverified', note: null, evidence: null, by: null, at: null };
// what has been verified: another value of these has not
const verified = ['name', 'telegraphCode', 'latitude', 'longitude'];

const judged = ({ state, note, evidence }: Verification) => ({ state, note, evidence });

/** Who judged and when is set here; a change of what was verified takes the judgement back. */
function verification(fields: Fields, { actor, current }: Writing): Verification {
  // both are in the contract's form
  const before = (current?.verification ?? unverified) as Verification;
  const sent = { ...unverified, ...(fields.verification as Partial<Verification>) };
  if (!isDeepStrictEqual(judged(sent), judged(before))) {
    const isJudged = sent.state !== 'unverified';
    return { ...judged(sent), by: isJudged ? actor.username : null, at: isJudged ? new Date().toISOString() : null };
  }
  const changed = current && verified.some((name) => !isDeepStrictEqual(fields[name], current[name]));
  return changed && before.state === 'verified' ? { ...before, state: 'unverified', by: null, at: null } : before;
}

export const trainStation = defineEntity({
  key: 'train_station',
  singular: 'TrainStation',
  plural: 'TrainStations',
  derive: (fields, writing) =>
    withCurrentZone({ ...fields, code: fields.telegraphCode, verification: verification(fields, writing) }),
  check: async (_, { fields }) => zoneProblems(fields),
});
