import type { Entity, Field } from '#crud/model.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import { refersToItself } from '../stage/awaited-references.ts';
import { classify } from '../stage/classify.ts';
import { duplicateInFile } from '../stage/repeated-keys.ts';
import { refusedRow, toRow } from '../stage/to-row.ts';
import type { StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { labelOfKey } from '../values/candidate.ts';
import {
  type JudgeContext,
  type JudgedRow,
  judgeRows,
  readDependents,
  readPeers,
  readRowsWithText,
} from './judge-rows.ts';

/** A row before and after a correction. */
export interface Change {
  before: StoredRow;
  after: StoredRow;
}

/** A change can spread from row to row by keys and references; no file has longer chains. */
const MAX_ROUNDS = 20;

/**
 * Judges edited, excluded and included rows again, then the rows that depend on them, until no row changes any more. `save` stores
 * the rows of each round, from which the next round reads them.
 */
export async function rejudgeRows(
  judging: JudgeContext,
  changes: Change[],
  save: (changes: Change[]) => Promise<void>,
): Promise<void> {
  let seeds = changes;
  for (let round = 0; seeds.length > 0 && round < MAX_ROUNDS; round++) {
    const { judged, peers } = await judgeRound(judging, seeds);
    await save([...judged, ...peers.filter(hasChanged)]);
    const next = new Map(
      peers.filter(({ before, after }) => isValid(before) !== isValid(after)).map((each) => [each.after.n, each.after]),
    );
    for (const row of await readDependentRows(judging, [...judged, ...peers])) next.set(row.n, row);
    seeds = [...next.values()].map((row) => ({ before: row, after: row }));
    if (round > 0 && !judged.some(hasChanged) && !peers.some(hasChanged)) return;
  }
}

const isValid = ({ state }: StoredRow) => state !== 'refused' && state !== 'excluded';

const hasChanged = ({ before, after }: Change) =>
  before.state !== after.state ||
  before.code !== after.code ||
  before.recordId !== after.recordId ||
  JSON.stringify([before.problems, before.missingForApproval]) !==
    JSON.stringify([after.problems, after.missingForApproval]);

async function judgeRound(judging: JudgeContext, seeds: Change[]): Promise<{ judged: Change[]; peers: Change[] }> {
  const { db, staging } = judging;
  const { entity } = staging.context;
  const includedSeeds = seeds.filter(({ after }) => after.state !== 'excluded');
  const judgedSeeds = await judgeRows(
    judging,
    includedSeeds.map(({ after }) => after),
  );
  const judgedPeers = await judgeRows(judging, await readPeersOf(judging, seeds, judgedSeeds));
  const all = [...judgedSeeds, ...judgedPeers].sort((a, b) => a.row.n - b.row.n);
  refuseRepeatedKeys(judging, entity, all, new Map(seeds.map(({ before }) => [before.n, before])));
  for (const field of staging.uniqueFields) refuseRepeatedValues(field, all);
  const candidates = all.flatMap(({ candidate }) => candidate ?? []);
  const states = await classify(db, staging, candidates);
  const stateOf = new Map(candidates.map((candidate, index) => [candidate, states[index] ?? 'refused']));
  const rowOf = (judged: JudgedRow): StoredRow => {
    const { row, candidate } = judged;
    const judgedRow = candidate
      ? toRow(row, candidate, stateOf.get(candidate) ?? 'refused')
      : refusedRow(row, judged.problem);
    return { ...judgedRow, ...(row.fileCells && { fileCells: row.fileCells }) };
  };
  const rows = new Map(all.map((judged) => [judged.row.n, rowOf(judged)]));
  return {
    judged: seeds.map(({ before, after }) => ({ before, after: rows.get(after.n) ?? after })),
    peers: judgedPeers.map(({ row }) => ({ before: row, after: rows.get(row.n) ?? row })),
  };
}

/** Reads the rows that share, or shared, a key or another unique value with one of the seeds. */
async function readPeersOf(judging: JudgeContext, seeds: Change[], judgedSeeds: JudgedRow[]): Promise<StoredRow[]> {
  const { staging } = judging;
  const seedNumbers = new Set(seeds.map(({ after }) => after.n));
  const codes = [
    ...seeds.map(({ before }) => before.code),
    ...judgedSeeds.map(({ candidate }) => candidate && codeOf(candidate)),
  ];
  const lines = staging.uniqueFields.length > 0 ? seeds.map(({ before }) => before.line) : [];
  const peers = await readPeers(
    judging,
    codes.flatMap((code) => code || []),
    lines,
  );
  for (const { name } of staging.uniqueFields) {
    const candidates = judgedSeeds.flatMap(({ candidate }) => candidate ?? []);
    const texts = candidates.flatMap(({ values }) => textOf(values?.fields[name]));
    peers.push(...(await readRowsWithText(judging, columnsOf(candidates, name), texts)));
  }
  return [...new Map(peers.filter(({ n }) => !seedNumbers.has(n)).map((row) => [row.n, row])).values()];
}

const codeOf = ({ identity }: Candidate) => labelOfKey(identity);
const textOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);
const columnsOf = (candidates: Candidate[], key: string): number[] => [
  ...new Set(candidates.flatMap(({ draft }) => draft.sourceColumns[key] ?? [])),
];

/** Refuses all rows with the same key except for the one that a person chose before or that has the greatest weight. */
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
    const validBefore = group.filter((judged, index) => wasValid(rowsBefore[index], judged));
    const chosen = validBefore.length === 1 && rowsBefore.some(isRepeated) ? validBefore[0] : heaviestRow(weigh, group);
    for (const judged of group) {
      if (judged === chosen) continue;
      const duplicate = chosen ?? group.find((each) => each !== judged);
      judged.candidate?.problems.push(duplicateInFile(pointer, duplicate?.row.line ?? judged.row.line));
    }
  }
}

/** The row with the greatest weight; undefined where several tie. */
function heaviestRow(weigh: JudgeContext['weigh'], group: JudgedRow[]): JudgedRow | undefined {
  if (!weigh) return undefined;
  const weights = group.map(({ row }) => weigh(row).weight);
  const maxWeight = Math.max(...weights);
  return weights.filter((weight) => weight === maxWeight).length === 1 ? group[weights.indexOf(maxWeight)] : undefined;
}

/** Whether a row was already valid with the same key before. */
const wasValid = (before: StoredRow | undefined, { candidate }: JudgedRow): boolean =>
  before !== undefined && isValid(before) && candidate !== undefined && before.code === codeOf(candidate);

/** Refuses all but the first of the rows with the same unique value. */
function refuseRepeatedValues({ name }: Field, all: JudgedRow[]): void {
  for (const [first, ...duplicates] of groupValid(all, ({ candidate }) => textOf(candidate?.values?.fields[name])[0]))
    for (const { candidate } of duplicates)
      candidate?.problems.push(duplicateInFile(`/${name}`, first?.row.line ?? 0) satisfies CellProblem);
}

/** Groups the rows without problems by a key. */
function groupValid(all: JudgedRow[], keyOf: (judged: JudgedRow) => string | undefined): JudgedRow[][] {
  const groups = new Map<string, JudgedRow[]>();
  for (const judged of all) {
    const key = keyOf(judged);
    if (key === undefined || judged.candidate?.problems.length !== 0) continue;
    groups.set(key, [...(groups.get(key) ?? []), judged]);
  }
  return [...groups.values()];
}

/** Reads the rows that refer to records which the file now creates, or no longer creates. */
async function readDependentRows(judging: JudgeContext, changes: Change[]): Promise<StoredRow[]> {
  const { entity } = judging.staging.context;
  if (!refersToItself(entity)) return [];
  const newCodeOf = ({ state, code }: StoredRow) => (state === 'new' ? code : null);
  const codes = changes.flatMap(({ before, after }) => {
    const [oldCode, newCode] = [newCodeOf(before), newCodeOf(after)];
    return oldCode === newCode ? [] : [oldCode, newCode].flatMap((code) => code ?? []);
  });
  return codes.length > 0 ? readDependents(judging, codes) : [];
}
