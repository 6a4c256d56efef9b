import type { Language } from '#api/metadata.gen.ts';
import type { FieldError } from '#api/problem.ts';
import { ruleText } from '#api/texts.ts';
import { cachedRecordInSet } from '#crud/change-set/set-records.ts';
import type { Values } from '#crud/define-entity.ts';

/** Returns an error if the city is in another country; a city that is not cached is checked only by the server. */
export function cityErrors({ city, country }: Values, language: Language): FieldError[] {
  if (typeof city !== 'string' || typeof country !== 'string') return [];
  const its = cachedRecordInSet('city', city)?.country;
  if (!its || its === country) return [];
  return [{ pointer: '/city', rule: 'otherCountry', message: ruleText('otherCountry', language) }];
}
