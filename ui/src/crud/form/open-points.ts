import { type BodyName, type Entity, requiredToApprove, requiredToSave, type Schemas } from '#api/facts.gen.ts';
import { isEmpty } from '#api/rules.ts';
import type { Values } from '#crud/define-entity.ts';

interface Given {
  kind: Entity;
  schema: BodyName;
  values: Values;
  /** What the server found odd about the record as it is. */
  warnings: readonly Schemas['Warning'][];
  /** What has been typed since, and so may be odd no more. */
  changes: readonly string[];
}

// spaces alone are not sent
const typed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** What a form still lacks to be saved, what more to be approved, and what is odd about it. */
export function openPoints({ kind, schema, values, warnings, changes }: Given) {
  const missing = (names: readonly string[]) =>
    names.filter((name) => !name.includes('/') && isEmpty(typed(values[name])));
  const toSave = missing(requiredToSave[schema]);
  const toApprove = missing(requiredToApprove[kind]).filter((name) => !toSave.includes(name));
  const touched = ({ pointer }: Schemas['Warning']) =>
    changes.some((change) => pointer === change || pointer.startsWith(`${change}/`));
  return {
    toSave: toSave.map((name) => `/${name}`),
    toApprove: toApprove.map((name) => `/${name}`),
    odd: warnings.filter((warning) => !touched(warning)),
  };
}
