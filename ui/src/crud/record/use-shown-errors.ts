import { useMemo } from 'react';
import type { FieldError } from '#api/problem.ts';
import type { Validate } from '#api/validate.ts';
import type { Values } from '#crud/define-entity.ts';
import { useTexts } from '#i18n/i18n.ts';
import { toBody } from './form-values.ts';

/** The form's errors in the page's language, also after a switch; only what the server alone finds stays as it was said. */
export function useShownErrors(validate: Validate, values: Values, errors: readonly FieldError[]) {
  const { language } = useTexts();
  return useMemo(() => {
    if (errors.length === 0) return errors;
    const found = validate(toBody(values), language);
    const same = (a: FieldError) => (b: FieldError) => a.pointer === b.pointer && a.rule === b.rule;
    return errors.map((error) => found.find(same(error)) ?? error);
  }, [validate, values, errors, language]);
}
