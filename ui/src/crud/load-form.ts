import { loadValidate, type Validate } from '#api/validate.ts';
import type { EntityUi, FormParts } from './define-entity.ts';

export interface LoadedForm extends FormParts {
  validate: Validate;
}

const loads = new Map<EntityUi['form']['load'], Promise<LoadedForm>>();

/** A kind's fields and the check of what they hold, once for all who ask; called ahead, it is there when it is needed. */
export function loadForm({ schema, form }: EntityUi, parts = form.load): Promise<LoadedForm> {
  const known = loads.get(parts);
  if (known) return known;
  const loading = Promise.all([parts(), loadValidate(schema)]).then(([found, validate]) => ({ ...found, validate }));
  loads.set(parts, loading);
  // not kept, so that whoever opens the form next tries again
  loading.catch(() => loads.delete(parts));
  return loading;
}
