import type { Language } from '#api/facts.gen.ts';
import type { FieldError } from '#api/problem.ts';
import { ruleText } from '#api/texts.ts';
import type { Values } from '#crud/define-entity.ts';
import { cachedRecord } from '#crud/find-records.ts';

/** A city and a country that are both given must agree; a city that has not been seen here is left to the server. */
export function cityProblems({ city, country }: Values, language: Language): FieldError[] {
  if (typeof city !== 'string' || typeof country !== 'string') return [];
  const its = cachedRecord('city', city)?.country;
  if (!its || its === country) return [];
  return [{ pointer: '/city', rule: 'otherCountry', message: ruleText('otherCountry', language) }];
}
