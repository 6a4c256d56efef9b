import type { Expectation } from '../../../suite/case.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';

/** Returns the error for a second record with the same code, or with the same unique values if the entity has no code. */
export function duplicateError(entity: TestedEntity): Expectation {
  if (entity.titleTemplate)
    return { status: 409, key: 'duplicateRecord', fields: [`/${entity.identityField} duplicateRecord`] };
  return { status: 409, key: 'duplicateCode', fields: [`/${entity.identityField} duplicateCode`] };
}
