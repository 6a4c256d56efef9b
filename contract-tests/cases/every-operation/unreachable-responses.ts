import type { EntityVerb } from '../../contract/entities.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';

/** Responses declared for every entity that entities without review never give. */
const responsesWithReview: Partial<Record<EntityVerb, number[]>> = {
  update: [202],
  remove: [202],
  restore: [202],
  proposal: [200],
  withdraw: [200, 409, 412, 428],
  decide: [200, 409, 412, 428],
};

/** Returns the responses of an entity's operations that no request can cause, each as `operationId status`. */
export function unreachableResponses(entity: TestedEntity): string[] {
  if (entity.review !== 'none') return [];
  // Records without a code cannot be referenced, so they are never in use.
  const responsesWithCode: typeof responsesWithReview = entity.titleTemplate ? { remove: [202, 409] } : {};
  return Object.entries({ ...responsesWithReview, ...responsesWithCode }).flatMap(([verb, statuses]) =>
    statuses.map((status) => `${entity.operations[verb as EntityVerb].id} ${status}`),
  );
}
