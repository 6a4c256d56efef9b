import type { Field } from '#crud/model.ts';
import type { Database } from '#database';
import type { RowState } from '../stored-row.ts';
import type { Candidate, Reading } from '../values/candidate.ts';
import { locate } from '../values/locate.ts';
import { changesOf } from '../values/prepare-bodies.ts';
import { newStatusOf } from '../values/status.ts';
import { takenBy } from '../values/taken.ts';
import { proposersOf } from './open-proposals.ts';

/** What rows are held against, beside their cells. */
export interface Staging {
  reading: Reading;
  /** Fields by which no two records may be alike, beside what identifies them. */
  unique: Field[];
}

/** What rows would do, by as few statements as one; why one cannot is among its problems. */
export async function classify(
  db: Database,
  { reading, unique }: Staging,
  candidates: Candidate[],
): Promise<RowState[]> {
  const { entity } = reading;
  const states = candidates.map((candidate) => stateOf(reading, candidate));
  const writing = candidates.filter((_, at) => states[at] === 'new' || states[at] === 'changed');
  const taken = await takenBy(db, entity, unique, writing);
  const ids = writing.flatMap(({ current }) => current?.record.id ?? []);
  const proposers = await proposersOf(db, entity, ids);
  for (const candidate of writing) {
    const by = proposers.get(candidate.current?.record.id ?? 0);
    const collision = taken.get(candidate);
    if (collision) candidate.problems.push(collision);
    else if (by !== undefined)
      candidate.problems.push({ column: undefined, pointer: undefined, rule: 'proposalOpen', parameters: { by } });
  }
  for (const candidate of candidates) locate(entity, candidate);
  return states.map((state, at) => (collides(state, candidates[at]) ? 'conflicting' : state));
}

const collides = (state: RowState, candidate: Candidate | undefined) =>
  state !== 'refused' && candidate !== undefined && candidate.problems.length > 0;

function stateOf({ entity }: Reading, candidate: Candidate): RowState {
  if (candidate.problems.length > 0) return 'refused';
  if (!candidate.current) return 'new';
  return changesOf(entity, candidate).length > 0 || newStatusOf(candidate) ? 'changed' : 'unchanged';
}
