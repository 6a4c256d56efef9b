import { type Target, targetOf } from '#columns/targets.ts';
import type { Entity } from '#crud/model.ts';
import type { Rule } from '#http/contract.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import type { Draft } from '../types.ts';
import type { Candidate } from './candidate.ts';

const isAbove = (above: string, pointer: string) => pointer === above || pointer.startsWith(`${above}/`);

/** What was made of cells. */
interface Source {
  target: Target | undefined;
  pointer: string;
  column: number | undefined;
  text: string | undefined;
}

/** The most particular one first. */
function sourcesOf(entity: Entity, { from, values }: Draft): Source[] {
  return Object.entries(from)
    .map(([key, [column]]): Source => {
      const target = targetOf(entity, key);
      return { target, pointer: target?.pointer ?? '', column, text: values[key] };
    })
    .sort((a, b) => b.pointer.length - a.pointer.length);
}

/** Finds the column to blame for what is wrong at a pointer: its own, one above it, or one of what lies in it. */
export function assignProblemColumns(entity: Entity, { draft, problems }: Pick<Candidate, 'draft' | 'problems'>): void {
  const lost = problems.filter(({ column, pointer }) => column === undefined && pointer !== undefined);
  if (lost.length === 0) return;
  const sources = sourcesOf(entity, draft);
  for (const problem of lost) {
    const { pointer = '' } = problem;
    const source =
      sources.find((each) => each.pointer !== '' && isAbove(each.pointer, pointer)) ??
      sources.find((each) => isAbove(pointer, each.pointer));
    problem.column = source?.column;
    if (source?.pointer === pointer) explain(problem, source);
  }
}

/** Rules that a value breaks by itself, so that the message has to say which one it is. */
const rulesOfValues = new Set<Rule>([
  ...(['enum', 'pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'type'] as const),
  ...(['taken', 'unknownTimeZone', 'notIso3166', 'uicPrefix', 'otherCountry', 'chinaOnly'] as const),
]);

/** As many characters of what is possible are told at most. */
const MAX_EXPECTED = 90;

/** Notes which value it was, and what would have been right. */
function explain(problem: CellProblem, { target, text }: Source): void {
  if (!rulesOfValues.has(problem.rule)) return;
  const expected = target?.schema.enum?.join(', ') ?? '';
  if (problem.rule === 'format' && target?.form === 'date') problem.rule = 'notDate';
  problem.parameters = {
    ...(text ? { value: text } : {}),
    ...(problem.rule === 'enum' && expected !== '' && expected.length <= MAX_EXPECTED ? { expected } : {}),
    ...problem.parameters,
  };
}
