import type { Language } from '#api/metadata.gen.ts';
import type { FieldError } from '#api/problem.ts';
import { ruleText } from '#api/texts.ts';
import type { Values } from '#crud/define-entity.ts';
import { listedAirportsOf } from './nearby-airports.ts';

/** Returns errors for duplicate airports; the schema does not detect them if their distances differ. */
export function check({ airports }: Values, language: Language): FieldError[] {
  const codes = listedAirportsOf(airports).map(({ airport }) => airport);
  if (new Set(codes).size === codes.length) return [];
  return [{ pointer: '/airports', rule: 'uniqueItems', message: ruleText('uniqueItems', language) }];
}
