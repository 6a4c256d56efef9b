import type { Entity, Field } from '#crud/model.ts';
import { refersToItself } from '#crud/references/reference-paths.ts';
import type { CellProblem } from '../columns/parse-raw-record.ts';
import { classify } from '../stage/classify.ts';
import { duplicateInFile } from '../stage/file-index.ts';
import { refusedRow, toRow } from '../stage/to-row.ts';
import type { StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { labelOfKey } from '../values/candidate.ts';
import {
  type EvaluatedRow,
  type EvaluationContext,
  evaluateRows,
  readCollidingRows,
  readRowsReferringTo,
  readRowsWithText,
} from './evaluate-rows.ts';

/** A row before and after a correction. */
export interface Change {
  before: StoredRow;
  after: StoredRow;
}

/** A change can spread from row to row by keys and references; no file has longer chains. */
const MAX_ROUNDS = 20;

/**
 * Evaluates edited, excluded and included rows again, then the rows that depend on them, until no row changes any more. `save` stores
 * the rows of each round, from which the next round reads them.
 */
export async function reevaluateRows(
  evaluation: EvaluationContext,
  changes: Change[],
  save: (changes: Change[]) => Promise<void>,
): Promise<void> {
  let seeds = changes;
  for (let round = 0; seeds.length > 0 && round < MAX_ROUNDS; round++) {
    const { evaluated, peers } = await evaluateRound(evaluation, seeds);
    await save([...evaluated, ...peers.filter(hasChanged)]);
    const next = new Map(
      peers.filter(({ before, after }) => isValid(before) !== isValid(after)).map((each) => [each.after.n, each.after]),
    );
    for (const row of await readDependentRows(evaluation, [...evaluated, ...peers])) next.set(row.n, row);
    seeds = [...next.values()].map((row) => ({ before: row, after: row }));
    if (round > 0 && !evaluated.some(hasChanged) && !peers.some(hasChanged)) return;
  }
}

const isValid = ({ state }: StoredRow) => state !== 'refused' && state !== 'excluded';

const hasChanged = ({ before, after }: Change) =>
  before.state !== after.state ||
  before.code !== after.code ||
  before.recordId !== after.recordId ||
  JSON.stringify([before.problems, before.missingForApproval]) !==
    JSON.stringify([after.problems, after.missingForApproval]);

async function evaluateRound(
  evaluation: EvaluationContext,
  seeds: Change[],
): Promise<{ evaluated: Change[]; peers: Change[] }> {
  const { db, staging } = evaluation;
  const { entity } = staging.context;
  const includedSeeds = seeds.filter(({ after }) => after.state !== 'excluded');
  const evaluatedSeeds = await evaluateRows(
    evaluation,
    includedSeeds.map(({ after }) => after),
  );
  const evaluatedPeers = await evaluateRows(evaluation, await readPeersOf(evaluation, seeds, evaluatedSeeds));
  const all = [...evaluatedSeeds, ...evaluatedPeers].sort((a, b) => a.row.n - b.row.n);
  refuseRepeatedKeys(evaluation, entity, all, new Map(seeds.map(({ before }) => [before.n, before])));
  for (const field of staging.uniqueFields) refuseRepeatedValues(field, all);
  const candidates = all.flatMap(({ candidate }) => candidate ?? []);
  const states = await classify(db, staging, candidates);
  const stateOf = new Map(candidates.map((candidate, index) => [candidate, states[index] ?? 'refused']));
  const rowOf = (evaluated: EvaluatedRow): StoredRow => {
    const { row, candidate } = evaluated;
    return candidate ? toRow(row, candidate, stateOf.get(candidate) ?? 'refused') : refusedRow(row, evaluated.problem);
  };
  const rows = new Map(all.map((evaluated) => [evaluated.row.n, rowOf(evaluated)]));
  return {
    evaluated: seeds.map(({ before, after }) => ({ before, after: rows.get(after.n) ?? after })),
    peers: evaluatedPeers.map(({ row }) => ({ before: row, after: rows.get(row.n) ?? row })),
  };
}

/** Reads the rows that share, or shared, a key or another unique value with one of the seeds. */
async function readPeersOf(
  evaluation: EvaluationContext,
  seeds: Change[],
  evaluatedSeeds: EvaluatedRow[],
): Promise<StoredRow[]> {
  const { staging } = evaluation;
  const seedNumbers = new Set(seeds.map(({ after }) => after.n));
  const codes = [
    ...seeds.map(({ before }) => before.code),
    ...evaluatedSeeds.map(({ candidate }) => candidate && codeOf(candidate)),
  ];
  const lines = staging.uniqueFields.length > 0 ? seeds.map(({ before }) => before.line) : [];
  const peers = await readCollidingRows(
    evaluation,
    codes.flatMap((code) => code || []),
    lines,
  );
  for (const { name } of staging.uniqueFields) {
    const candidates = evaluatedSeeds.flatMap(({ candidate }) => candidate ?? []);
    const texts = candidates.flatMap(({ values }) => textOf(values?.fields[name]));
    peers.push(...(await readRowsWithText(evaluation, columnsOf(candidates, name), texts)));
  }
  return [...new Map(peers.filter(({ n }) => !seedNumbers.has(n)).map((row) => [row.n, row])).values()];
}

const codeOf = ({ identity }: Candidate) => labelOfKey(identity);
const textOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);
const columnsOf = (candidates: Candidate[], key: string): number[] => [
  ...new Set(candidates.flatMap(({ rawRecord }) => rawRecord.sourceColumns[key] ?? [])),
];

/** Refuses all rows with the same key except for the one that a person chose before or that has the greatest weight. */
function refuseRepeatedKeys(
  { weigh }: EvaluationContext,
  entity: Entity,
  all: EvaluatedRow[],
  before: ReadonlyMap<number, StoredRow>,
): void {
  const pointer = `/${entity.keyFields.at(-1)}`;
  const isRepeated = ({ state, problems }: StoredRow) =>
    state === 'refused' &&
    problems.some((problem) => problem.rule === 'duplicateInFile' && problem.pointer === pointer);
  for (const group of groupValid(all, ({ candidate }) => candidate?.key)) {
    if (group.length < 2) continue;
    const rowsBefore = group.map((each) => before.get(each.row.n) ?? each.row);
    const validBefore = group.filter((evaluated, index) => wasValid(rowsBefore[index], evaluated));
    const chosen = validBefore.length === 1 && rowsBefore.some(isRepeated) ? validBefore[0] : heaviestRow(weigh, group);
    for (const evaluated of group) {
      if (evaluated === chosen) continue;
      const duplicate = chosen ?? group.find((each) => each !== evaluated);
      evaluated.candidate?.problems.push(duplicateInFile(pointer, duplicate?.row.line ?? evaluated.row.line));
    }
  }
}

/** The row with the greatest weight; undefined where several tie. */
function heaviestRow(weigh: EvaluationContext['weigh'], group: EvaluatedRow[]): EvaluatedRow | undefined {
  if (!weigh) return undefined;
  const weights = group.map(({ row }) => weigh(row).weight);
  const maxWeight = Math.max(...weights);
  return weights.filter((weight) => weight === maxWeight).length === 1 ? group[weights.indexOf(maxWeight)] : undefined;
}

/** Whether a row was already valid with the same key before. */
const wasValid = (before: StoredRow | undefined, { candidate }: EvaluatedRow): boolean =>
  before !== undefined && isValid(before) && candidate !== undefined && before.code === codeOf(candidate);

/** Refuses all but the first of the rows with the same unique value. */
function refuseRepeatedValues({ name }: Field, all: EvaluatedRow[]): void {
  for (const [first, ...duplicates] of groupValid(all, ({ candidate }) => textOf(candidate?.values?.fields[name])[0]))
    for (const { candidate } of duplicates)
      candidate?.problems.push(duplicateInFile(`/${name}`, first?.row.line ?? 0) satisfies CellProblem);
}

/** Groups the rows without problems by a key. */
function groupValid(all: EvaluatedRow[], keyOf: (evaluated: EvaluatedRow) => string | undefined): EvaluatedRow[][] {
  const groups = new Map<string, EvaluatedRow[]>();
  for (const evaluated of all) {
    const key = keyOf(evaluated);
    if (key === undefined || evaluated.candidate?.problems.length !== 0) continue;
    groups.set(key, [...(groups.get(key) ?? []), evaluated]);
  }
  return [...groups.values()];
}

/** Reads the rows that refer to records which the file now creates, or no longer creates. */
async function readDependentRows(evaluation: EvaluationContext, changes: Change[]): Promise<StoredRow[]> {
  const { entity } = evaluation.staging.context;
  if (!refersToItself(entity)) return [];
  const newCodeOf = ({ state, code }: StoredRow) => (state === 'new' ? code : null);
  const codes = changes.flatMap(({ before, after }) => {
    const [oldCode, newCode] = [newCodeOf(before), newCodeOf(after)];
    return oldCode === newCode ? [] : [oldCode, newCode].flatMap((code) => code ?? []);
  });
  return codes.length > 0 ? readRowsReferringTo(evaluation, codes) : [];
}
