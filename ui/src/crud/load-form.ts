import { loadValidate, type Validate } from '#api/validate.ts';
import type { EntityUi, FormParts, Values } from './define-entity.ts';

export interface LoadedForm extends FormParts {
  validate: Validate;
}

/** In milliseconds. */
const kept = 1000;
const loads = new Map<EntityUi['form']['load'], Promise<LoadedForm>>();

/** A kind's fields and the check of what they hold, once for all who ask; called ahead, it is there when it is needed. */
export function loadForm({ schema, form }: EntityUi, parts = form.load): Promise<LoadedForm> {
  const known = loads.get(parts);
  if (known) return known;
  const loading = Promise.all([parts(), loadValidate(schema)]).then(([found, validate]) => ({
    ...found,
    validate: joined(validate, found.check),
  }));
  loads.set(parts, loading);
  // kept until it is shown, as React asks again at once; whoever opens the form later tries again
  loading.catch(() => setTimeout(() => loads.delete(parts), kept));
  return loading;
}

/** The contract's word comes first: a field that it refuses is not told anything more. */
function joined(validate: Validate, check: FormParts['check']): Validate {
  if (!check) return validate;
  return (body, language) => {
    const found = validate(body, language);
    const told = new Set(found.map(({ pointer }) => pointer));
    // the body is the form's values as they are sent
    return [...found, ...check(body as Values, language).filter(({ pointer }) => !told.has(pointer))];
  };
}
