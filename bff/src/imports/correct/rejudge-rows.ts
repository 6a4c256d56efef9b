import type { Entity, Field } from '#crud/model.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import { classify } from '../stage/classify.ts';
import { duplicateInFile } from '../stage/repeated-keys.ts';
import { refusedRow, toRow } from '../stage/to-row.ts';
import { refersToItself } from '../stage/waiting-rows.ts';
import type { StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { labelOfKey } from '../values/candidate.ts';
import { type JudgeContext, type JudgedRow, judgeRows, readDependents, readHolders, readPeers } from './judge-rows.ts';

/** A row as the report has it, and as it is to be. */
export interface Change {
  before: StoredRow;
  after: StoredRow;
}

/** Rows change others by their keys and by what they bring in, those again others: a chain in a file is not longer. */
const MAX_ROUNDS = 20;

/**
 * Judges rows anew whose cells were changed or that were left out or taken in, and then the others that this concerns, until nothing
 * moves. `save` writes the rows of a round, which the next one finds so.
 */
export async function rejudgeRows(
  judging: JudgeContext,
  changes: Change[],
  save: (changes: Change[]) => Promise<void>,
): Promise<void> {
  let seeds = changes;
  for (let round = 0; seeds.length > 0 && round < MAX_ROUNDS; round++) {
    const { judged, peers } = await judgeRound(judging, seeds);
    await save([...judged, ...peers.filter(hasMoved)]);
    const next = new Map(
      peers.filter(({ before, after }) => isValid(before) !== isValid(after)).map((each) => [each.after.n, each.after]),
    );
    for (const row of await dependentRows(judging, [...judged, ...peers])) next.set(row.n, row);
    seeds = [...next.values()].map((row) => ({ before: row, after: row }));
    if (round > 0 && !judged.some(hasMoved) && !peers.some(hasMoved)) return;
  }
}

const isValid = ({ state }: StoredRow) => state !== 'refused' && state !== 'excluded';

const hasMoved = ({ before, after }: Change) =>
  before.state !== after.state ||
  before.code !== after.code ||
  before.recordId !== after.recordId ||
  JSON.stringify([before.problems, before.missing]) !== JSON.stringify([after.problems, after.missing]);

async function judgeRound(judging: JudgeContext, seeds: Change[]): Promise<{ judged: Change[]; peers: Change[] }> {
  const { db, staging } = judging;
  const { entity } = staging.context;
  const open = seeds.filter(({ after }) => after.state !== 'excluded');
  const judgedSeeds = await judgeRows(
    judging,
    open.map(({ after }) => after),
  );
  const judgedPeers = await judgeRows(judging, await peersFor(judging, seeds, judgedSeeds));
  const all = [...judgedSeeds, ...judgedPeers].sort((a, b) => a.row.n - b.row.n);
  refuseRepeatedKeys(judging, entity, all, new Map(seeds.map(({ before }) => [before.n, before])));
  for (const field of staging.uniqueFields) refuseRepeatedValues(field, all);
  const candidates = all.flatMap(({ candidate }) => candidate ?? []);
  const states = await classify(db, staging, candidates);
  const stateOf = new Map(candidates.map((candidate, at) => [candidate, states[at] ?? 'refused']));
  const rowOf = (judged: JudgedRow): StoredRow => {
    const { row, candidate } = judged;
    const found = candidate
      ? toRow(row, candidate, stateOf.get(candidate) ?? 'refused')
      : refusedRow(row, judged.problem);
    return { ...found, ...(row.fileCells && { fileCells: row.fileCells }) };
  };
  const rows = new Map(all.map((judged) => [judged.row.n, rowOf(judged)]));
  return {
    judged: seeds.map(({ before, after }) => ({ before, after: rows.get(after.n) ?? after })),
    peers: judgedPeers.map(({ row }) => ({ before: row, after: rows.get(row.n) ?? row })),
  };
}

/** The rows that have, or had, a key or another value that no two may have with one of these. */
async function peersFor(judging: JudgeContext, seeds: Change[], judgedSeeds: JudgedRow[]): Promise<StoredRow[]> {
  const { staging } = judging;
  const seedNumbers = new Set(seeds.map(({ after }) => after.n));
  const codes = [
    ...seeds.map(({ before }) => before.code),
    ...judgedSeeds.map(({ candidate }) => candidate && codeOf(candidate)),
  ];
  const lines = staging.uniqueFields.length > 0 ? seeds.map(({ before }) => before.line) : [];
  const found = await readPeers(
    judging,
    codes.flatMap((code) => code || []),
    lines,
  );
  for (const { name } of staging.uniqueFields) {
    const candidates = judgedSeeds.flatMap(({ candidate }) => candidate ?? []);
    const texts = candidates.flatMap(({ values }) => textOf(values?.fields[name]));
    found.push(...(await readHolders(judging, columnsOf(candidates, name), texts)));
  }
  return [...new Map(found.filter(({ n }) => !seedNumbers.has(n)).map((row) => [row.n, row])).values()];
}

const codeOf = ({ identity }: Candidate) => labelOfKey(identity);
const textOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);
const columnsOf = (candidates: Candidate[], key: string): number[] => [
  ...new Set(candidates.flatMap(({ draft }) => draft.from[key] ?? [])),
];

/** Of rows with the same key all are refused, but one that a person has chosen among them before, or that the preset means. */
function refuseRepeatedKeys(
  { weigh }: JudgeContext,
  entity: Entity,
  all: JudgedRow[],
  before: ReadonlyMap<number, StoredRow>,
): void {
  const pointer = `/${entity.keyFields.at(-1)}`;
  const isRepeated = ({ state, problems }: StoredRow) =>
    state === 'refused' &&
    problems.some((problem) => problem.rule === 'duplicateInFile' && problem.pointer === pointer);
  for (const group of groupValid(all, ({ candidate }) => candidate?.key)) {
    if (group.length < 2) continue;
    const rowsBefore = group.map((each) => before.get(each.row.n) ?? each.row);
    const validBefore = group.filter((_, at) => wasValid(rowsBefore[at], group[at]));
    const chosen = validBefore.length === 1 && rowsBefore.some(isRepeated) ? validBefore[0] : heaviestRow(weigh, group);
    for (const one of group) {
      if (one === chosen) continue;
      const other = chosen ?? group.find((each) => each !== one);
      one.candidate?.problems.push(duplicateInFile(pointer, other?.row.line ?? one.row.line));
    }
  }
}

/** The row that has more weight than any other. */
function heaviestRow(weigh: JudgeContext['weigh'], group: JudgedRow[]): JudgedRow | undefined {
  if (!weigh) return undefined;
  const weights = group.map(({ row }) => weigh(row).weight);
  const maxWeight = Math.max(...weights);
  return weights.filter((weight) => weight === maxWeight).length === 1 ? group[weights.indexOf(maxWeight)] : undefined;
}

/** Whether a row was good for this key before. */
const wasValid = (before: StoredRow | undefined, now: JudgedRow | undefined): boolean =>
  before !== undefined && isValid(before) && now?.candidate !== undefined && before.code === codeOf(now.candidate);

/** Of rows that take the same value the first one has it. */
function refuseRepeatedValues({ name }: Field, all: JudgedRow[]): void {
  for (const [first, ...judgedPeers] of groupValid(all, ({ candidate }) => textOf(candidate?.values?.fields[name])[0]))
    for (const { candidate } of judgedPeers)
      candidate?.problems.push(duplicateInFile(`/${name}`, first?.row.line ?? 0) satisfies CellProblem);
}

/** Rows without problems by what they have in common. */
function groupValid(all: JudgedRow[], keyOf: (judged: JudgedRow) => string | undefined): JudgedRow[][] {
  const groups = new Map<string, JudgedRow[]>();
  for (const judged of all) {
    const key = keyOf(judged);
    if (key === undefined || judged.candidate?.problems.length !== 0) continue;
    groups.set(key, [...(groups.get(key) ?? []), judged]);
  }
  return [...groups.values()];
}

/** Of a kind that refers to itself the rows that refer to what the file brings in now, or brings in no more. */
async function dependentRows(judging: JudgeContext, changes: Change[]): Promise<StoredRow[]> {
  const { entity } = judging.staging.context;
  if (!refersToItself(entity)) return [];
  const newCodeOf = ({ state, code }: StoredRow) => (state === 'new' ? code : null);
  const codes = changes.flatMap(({ before, after }) => {
    const [old, now] = [newCodeOf(before), newCodeOf(after)];
    return old === now ? [] : [old, now].flatMap((code) => code ?? []);
  });
  return codes.length > 0 ? readDependents(judging, codes) : [];
}
