import type { Expectation } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';

/** A second record of the same code, or of the same everything where there is no code. */
export function duplicate(kind: Kind): Expectation {
  if (kind.title) return { status: 409, key: 'duplicateRecord', fields: [`/${kind.identity} duplicateRecord`] };
  return { status: 409, key: 'duplicateCode', fields: [`/${kind.identity} duplicateCode`] };
}
