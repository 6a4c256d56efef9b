import type { Schemas } from '#api/facts.gen.ts';
import { ruleText } from '#api/texts.ts';
import { useForm, useIsSaved } from '#crud/record/form-context.ts';
import { useHint } from '#crud/use-read.ts';
import { useTexts } from '#i18n/i18n.ts';
import { findPlaceWarnings, type PlaceWarning } from './place-warnings.ts';
import { useRecordPoint } from './record-point.ts';

/**
 * The warnings of the place that the form holds now, as texts. Of a place that is saved the server has told them;
 * only for another one the outlines of all countries are loaded, before the server knows of it.
 */
export function usePlaceWarnings(
  country: string | null | undefined,
): (rule: PlaceWarning['rule']) => string | undefined {
  const { language } = useTexts();
  const { values, base } = useForm();
  const { point } = useRecordPoint();
  const saved = useIsSaved('/city', '/country', '/latitude', '/longitude', '/timezone');
  const timezone = typeof values.timezone === 'string' ? values.timezone : null;
  const place = { country: country ?? null, point, timezone };
  const found = useHint(saved ? null : ['place warnings', place], () => findPlaceWarnings(place), 250);
  // The cast: every record tells its warnings.
  const warnings = saved ? (base?.warnings as Schemas['Warning'][]) : found;
  return (rule) => (warnings?.some((one) => one.rule === rule) ? ruleText(rule, language) : undefined);
}
