import { mapYielding } from '#batch';
import type { Database } from '#database';
import { parseDraft } from '../columns/parse-draft.ts';
import type { Draft } from '../types.ts';
import type { Candidate, RowContext } from './candidate.ts';
import { identify } from './identity.ts';
import { assignProblemColumns } from './locate.ts';
import { merged } from './merged.ts';
import { prepareBodies } from './prepare-bodies.ts';
import { placeInCountry, resolveReferences, soughtIn } from './references.ts';
import { judgeStatus } from './status.ts';

/**
 * What these drafts would write, each held against the record that is there, the contract, the rules, and what it refers to; by as
 * few statements as one draft needs. The only place where cells become values: what is staged is what is applied.
 */
export async function candidatesOf(db: Database, reading: RowContext, drafts: Draft[]): Promise<Candidate[]> {
  const { entity, book } = reading;
  const all = await mapYielding(drafts, (draft) => parsedCandidate(reading, draft));
  const sound = () => all.filter(({ problems }) => problems.length === 0);
  const asked = sound().map((candidate) => ({ candidate, sought: soughtIn(entity, candidate.parsed.body) }));
  await book.learn(
    db,
    asked.flatMap(({ sought }) => sought),
  );
  await mapYielding(asked, ({ candidate, sought }) => {
    candidate.awaited = resolveReferences(entity, candidate.draft, candidate.parsed, sought, reading);
    identify(reading, candidate);
  });
  await findCurrent(db, reading, sound());
  const bodies = await mapYielding(sound(), (candidate) => {
    const body = merged(reading, candidate);
    placeInCountry(reading, candidate, body);
    return { candidate, body };
  });
  await prepareBodies(
    db,
    reading,
    bodies.filter(({ candidate }) => candidate.problems.length === 0),
  );
  for (const candidate of all) {
    judgeStatus(reading, candidate);
    assignProblemColumns(entity, candidate);
  }
  return all;
}

function parsedCandidate({ entity }: RowContext, draft: Draft): Candidate {
  const parsed = parseDraft(entity, draft);
  const { refused } = draft;
  // what the source itself says of the row goes before what is wrong with its cells
  if (refused) parsed.problems = [{ column: refused.columns[0], pointer: undefined, rule: refused.rule }];
  return {
    draft,
    parsed,
    problems: parsed.problems,
    key: undefined,
    identity: {},
    current: undefined,
    values: undefined,
    awaited: [],
    missing: [],
  };
}

async function findCurrent(db: Database, reading: RowContext, candidates: Candidate[]): Promise<void> {
  const known = candidates.filter(({ key }) => key !== undefined);
  const found = await reading.find(
    db,
    reading.entity,
    known.map(({ identity }) => identity),
  );
  for (const candidate of known) candidate.current = found.get(candidate.key ?? '');
}
