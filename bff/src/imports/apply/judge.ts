import { hasCode } from '#crud/entity.ts';
import type { Entity } from '#crud/model.ts';
import { type SeenVersion, sameButForCodes } from '#crud/versions.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import { lockAll } from '../steps/in-pieces.ts';
import { proposalOpen, proposalsBeside } from '../steps/proposals-beside.ts';
import type { StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { candidatesOf } from '../values/candidates.ts';
import { locate } from '../values/locate.ts';
import { type Chunk, draftsOf } from './applying.ts';

/** A row with what it would write now. */
export interface Item {
  row: StoredRow;
  candidate: Candidate;
}

/** A row that cannot be written, and why. */
export interface Refused {
  row: StoredRow;
  outcome: 'conflicting' | 'refused';
  problems: CellProblem[];
}

const whole = { column: undefined, pointer: undefined };

/** Holds rows against what is there now, whose records are locked. */
export async function judge(chunk: Chunk, rows: StoredRow[]): Promise<{ items: Item[]; refused: Refused[] }> {
  const { trx, entity } = chunk;
  const ids = rows.flatMap(({ recordId }) => recordId ?? []);
  await lockAll(trx, entity, ids);
  const read = await readAgain(chunk, rows);
  const refused: Refused[] = read
    .filter(({ candidate }) => candidate === undefined)
    .map(({ row }) => ({ row, outcome: 'refused', problems: [{ ...whole, rule: 'noRecord' }] }));
  const beside = await proposalsBeside(trx, entity, ids);
  const same = await sameButForCodes(trx, entity, read.flatMap(seenVersion));
  const items: Item[] = [];
  for (const { row, candidate } of read) {
    if (!candidate) continue;
    const proposal = beside.get(row.recordId ?? 0);
    const conflict = conflictOf(entity, row, candidate, same) ?? (proposal && proposalOpen(proposal));
    if (conflict) refused.push({ row, outcome: 'conflicting', problems: located(entity, candidate, conflict) });
    else if (candidate.problems.length > 0) refused.push({ row, outcome: 'refused', problems: candidate.problems });
    else items.push({ row, candidate });
  }
  return { items, refused };
}

/** Rows with what their cells would write now; undefined of a line that holds no such record any more. */
async function readAgain(chunk: Chunk, rows: StoredRow[]): Promise<{ row: StoredRow; candidate?: Candidate }[]> {
  const drafts = draftsOf(chunk, rows);
  const known = drafts.flatMap((draft) => draft ?? []);
  const candidates = (await candidatesOf(chunk.trx, chunk.reading, known)).values();
  return rows.map((row, at) => {
    const candidate = drafts[at] && candidates.next().value;
    return candidate ? { row, candidate } : { row };
  });
}

export function located(entity: Entity, { draft }: Candidate, ...problems: CellProblem[]): CellProblem[] {
  locate(entity, { draft, problems });
  return problems;
}

/** What others have done to the record since the row was staged. */
function conflictOf(
  entity: Entity,
  { recordId }: StoredRow,
  { current }: Candidate,
  same: ReadonlySet<number>,
): CellProblem | undefined {
  if (recordId === null) return current && taken(entity);
  const isSame = current?.record.id === recordId && same.has(recordId);
  return isSame ? undefined : { ...whole, rule: 'changedSince' };
}

/** The record that is there now, and its version when the row was staged. */
function seenVersion({ row, candidate }: { row: StoredRow; candidate?: Candidate }): SeenVersion[] {
  const record = candidate?.current?.record;
  if (!record || row.version === null) return [];
  return [{ id: record.id, version: record.version, since: row.version }];
}

const taken = (entity: Entity): CellProblem => ({
  ...{ column: undefined, pointer: `/${entity.identifying.at(-1)}` },
  ...{ rule: hasCode(entity) ? 'duplicateCode' : 'duplicateRecord', parameters: { entity: entity.label } },
});
