import {
  type BodyName,
  type EntityKey,
  type Rule,
  requiredToApprove,
  requiredToSave,
  type Schemas,
} from '#api/metadata.gen.ts';
import { isEmpty } from '#api/rules.ts';
import type { Values } from '#crud/define-entity.ts';

interface FormIssuesInput {
  entity: EntityKey;
  schema: BodyName;
  values: Values;
  /** The server's warnings about the saved record. */
  warnings: readonly Schemas['Warning'][];
  /** The pointers of unsaved changes, whose warnings may no longer apply. */
  changes: readonly string[];
}

// whitespace-only text is saved as empty
const trimText = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

// a field inside an object or a list is required only once the object is there, which its own control checks
const isNested = (name: string): boolean => name.includes('/');

/** Changing one of these fields may resolve a warning about the place. */
const PLACE_POINTERS = ['/country', '/city', '/latitude', '/longitude', '/timezone'];
const PLACE_RULES: readonly Rule[] = ['outsideCountry', 'timeZoneElsewhere'];

/** Finds the fields that still block saving, those that also block approval, and the warnings that still apply. */
export function findFormIssues({ entity, schema, values, warnings, changes }: FormIssuesInput) {
  const findMissing = (names: readonly string[]) =>
    names.filter((name) => !isNested(name) && isEmpty(trimText(values[name])));
  const missingToSave = findMissing(requiredToSave[schema]);
  const missingForApproval = findMissing(requiredToApprove[entity]).filter((name) => !missingToSave.includes(name));
  const hasPlaceChanged = changes.some((change) => PLACE_POINTERS.includes(change));
  const isChanged = ({ pointer, rule }: Schemas['Warning']) =>
    (hasPlaceChanged && PLACE_RULES.includes(rule)) ||
    // the first digits of a UIC code are those of its country
    (rule === 'uicPrefix' && changes.includes('/country')) ||
    changes.some((change) => pointer === change || pointer.startsWith(`${change}/`));
  return {
    missingToSave: missingToSave.map((name) => `/${name}`),
    missingForApproval: missingForApproval.map((name) => `/${name}`),
    warnings: warnings.filter((warning) => !isChanged(warning)),
  };
}
