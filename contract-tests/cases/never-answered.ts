import type { EntityVerb } from '../contract/entities.ts';
import type { Kind } from '../suite/kind.ts';

/** Answers declared for every kind that cannot happen for kinds without review. */
const proposalAnswers: Partial<Record<EntityVerb, number[]>> = {
  update: [202],
  remove: [202],
  restore: [202],
  proposal: [200],
  withdraw: [200, 409, 412, 428],
  decide: [200, 409, 412, 428],
};

/** Answers of a kind's operations that no request can cause, each as `operationId status`. */
export function unreachableAnswers(kind: Kind): string[] {
  if (kind.review !== 'none') return [];
  // Records without a code cannot be referenced, so they are never in use.
  const codeAnswers: typeof proposalAnswers = kind.title ? { remove: [202, 409] } : {};
  return Object.entries({ ...proposalAnswers, ...codeAnswers }).flatMap(([verb, statuses]) =>
    statuses.map((status) => `${kind.ops[verb as EntityVerb].id} ${status}`),
  );
}
