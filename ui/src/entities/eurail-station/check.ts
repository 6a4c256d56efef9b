import type { Language } from '#api/metadata.gen.ts';
import type { FieldError } from '#api/problem.ts';
import { ruleText } from '#api/texts.ts';
import type { Values } from '#crud/define-entity.ts';
import { cityErrors } from '#fields/place/city-country.ts';

/** Returns a station's code: its UIC number if it has one. */
export function codeOf({ uicCode, code }: Values): string | undefined {
  const uic = uicCode || code;
  return typeof uic === 'string' ? uic.toUpperCase() : undefined;
}

/** Returns an error if a station is its own parent; longer cycles are detected by the server. */
export function parentProblems(values: Values, language: Language): FieldError[] {
  const { parent } = values;
  if (!parent || parent !== codeOf(values)) return [];
  return [{ pointer: '/parent', rule: 'circle', message: ruleText('circle', language) }];
}

export const check = (values: Values, language: Language): FieldError[] => [
  ...cityErrors(values, language),
  ...parentProblems(values, language),
];
