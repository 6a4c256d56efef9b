import type { Expectation } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';

/** The error for a second record with the same code, or with the same unique values if the kind has no code. */
export function duplicate(kind: Kind): Expectation {
  if (kind.title) return { status: 409, key: 'duplicateRecord', fields: [`/${kind.identity} duplicateRecord`] };
  return { status: 409, key: 'duplicateCode', fields: [`/${kind.identity} duplicateCode`] };
}
