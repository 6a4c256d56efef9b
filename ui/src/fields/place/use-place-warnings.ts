import { ruleText } from '#api/texts.ts';
import { useForm } from '#crud/record/form-context.ts';
import { useTexts } from '#i18n/i18n.ts';
import { useLazyValue } from './lazy-value.ts';
import { findPlaceWarnings, type PlaceWarning } from './place-warnings.ts';
import { useRecordPoint } from './record-point.ts';

/** The warnings of the place that the form holds now, as texts; computed here, before the server knows of it. */
export function usePlaceWarnings(
  country: string | null | undefined,
): (rule: PlaceWarning['rule']) => string | undefined {
  const { language } = useTexts();
  const { values } = useForm();
  const { point } = useRecordPoint();
  const timezone = typeof values.timezone === 'string' ? values.timezone : null;
  const place = { country: country ?? null, point, timezone };
  const warnings = useLazyValue(JSON.stringify(place), () => findPlaceWarnings(place), 250);
  return (rule) => (warnings?.some((one) => one.rule === rule) ? ruleText(rule, language) : undefined);
}
