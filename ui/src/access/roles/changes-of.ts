import type { SubjectForm } from '#crud/admin/use-subject-form.ts';
import { type Difference, differences, type Held } from './matrix.ts';

/** What the form of a role has given and taken so far. */
export function changesOf({ state }: Pick<SubjectForm, 'state'>): Difference {
  const { baseValues, values } = state.context;
  // only the form's own boxes write the field
  return differences((baseValues.permissions ?? []) as Held, (values.permissions ?? []) as Held);
}
