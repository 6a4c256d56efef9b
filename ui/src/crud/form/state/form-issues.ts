import { type BodyName, type Entity, requiredToApprove, requiredToSave, type Schemas } from '#api/facts.gen.ts';
import { isEmpty } from '#api/rules.ts';
import type { Values } from '#crud/define-entity.ts';

interface FormIssuesInput {
  entity: Entity;
  schema: BodyName;
  values: Values;
  /** The server's warnings about the saved record. */
  warnings: readonly Schemas['Warning'][];
  /** The pointers of unsaved changes, whose warnings may no longer apply. */
  changes: readonly string[];
}

// a text of spaces is saved as empty
const trimText = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** Finds the fields that are missing to save a form, those that are also missing to approve it, and its warnings. */
export function findFormIssues({ entity, schema, values, warnings, changes }: FormIssuesInput) {
  const findMissing = (names: readonly string[]) =>
    names.filter((name) => !name.includes('/') && isEmpty(trimText(values[name])));
  const missingToSave = findMissing(requiredToSave[schema]);
  const missingForApproval = findMissing(requiredToApprove[entity]).filter((name) => !missingToSave.includes(name));
  const isChanged = ({ pointer }: Schemas['Warning']) =>
    changes.some((change) => pointer === change || pointer.startsWith(`${change}/`));
  return {
    missingToSave: missingToSave.map((name) => `/${name}`),
    missingForApproval: missingForApproval.map((name) => `/${name}`),
    warnings: warnings.filter((warning) => !isChanged(warning)),
  };
}
