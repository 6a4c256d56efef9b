import { targetOf } from '#columns/targets.ts';
import type { Entity } from '#crud/entity.ts';
import type { Draft } from '../types.ts';
import type { Candidate } from './candidate.ts';

const isAbove = (above: string, pointer: string) => pointer === above || pointer.startsWith(`${above}/`);

/** The columns of which targets were made, the most particular one first. */
function columnsByPointer(entity: Entity, { from }: Draft): [string, number | undefined][] {
  return Object.entries(from)
    .map(([key, columns]): [string, number | undefined] => [targetOf(entity, key)?.pointer ?? '', columns[0]])
    .sort(([a], [b]) => b.length - a.length);
}

/** Finds the column to blame for what is wrong at a pointer: its own, one above it, or one of what lies in it. */
export function locate(entity: Entity, { draft, problems }: Pick<Candidate, 'draft' | 'problems'>): void {
  const lost = problems.filter(({ column, pointer }) => column === undefined && pointer !== undefined);
  if (lost.length === 0) return;
  const columns = columnsByPointer(entity, draft);
  for (const problem of lost) {
    const { pointer = '' } = problem;
    const found =
      columns.find(([own]) => own !== '' && isAbove(own, pointer)) ?? columns.find(([own]) => isAbove(pointer, own));
    problem.column = found?.[1];
  }
}
