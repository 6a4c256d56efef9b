import { useState } from 'react';
import { FieldLabel } from '#crud/record/field-label.tsx';
import { useField, useIsSaved } from '#crud/record/form-context.ts';
import { useHint } from '#crud/use-read.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ComboboxField } from '#kit/combobox-field.tsx';
import { Offer, withOffer } from './offer.tsx';
import { useRecordPoint } from './record-point.ts';
import { offsetOf } from './zone-offset.ts';

interface Props {
  /** odd, but not refused */
  warning?: string | undefined;
  className?: string | undefined;
}

/**
 * A zone of the tz database, found by old names too; the one at the coordinates is offered, never filled in. All zones
 * are loaded once somebody goes there, or to a place that is not what is saved.
 */
export function TimeZoneField({ warning, className }: Props) {
  const { t } = useTexts();
  const { value, set, error, required, neededForApproval, lock } = useField('timezone');
  const { point } = useRecordPoint();
  const placeIsSaved = useIsSaved('/latitude', '/longitude');
  const [visited, setVisited] = useState(false);
  const at = point && !lock && (visited || !placeIsSaved) ? `${point.latitude} ${point.longitude}` : null;
  const zones = useHint(visited || at ? ['time zones'] : null, async () => {
    const { canonicalZone, zoneOptions } = await import('./zones.ts');
    return { canonicalZone, options: zoneOptions(new Date()) };
  });
  const there = useHint(at === null ? null : ['time zone at', at], async () => {
    const { default: zoneAt } = await import('@photostructure/tz-lookup');
    return point ? zoneAt(point.latitude, point.longitude) : undefined;
  });
  const current = typeof value === 'string' ? value : null;
  const offered = zones && there ? zones.canonicalZone(there) : undefined;
  const isNews = current === null || zones?.canonicalZone(current) !== offered;
  // on the high seas there are only zones of no place
  const fits = zones?.options.some((option) => option.value === offered);
  const offer = offered && fits && isNews && !lock && (
    <Offer from="place.byCoordinates" value={offered} onAdopt={() => set(offered)} />
  );
  const offset = current && offsetOf(current, new Date());
  return (
    <ComboboxField
      label={<FieldLabel pointer="/timezone" />}
      value={current}
      onChange={set}
      onFocus={() => setVisited(true)}
      options={zones?.options ?? []}
      loading={!zones}
      lock={lock}
      required={required}
      error={withOffer(error, offer)}
      warning={withOffer(warning, offer)}
      help={offer}
      aside={
        offset ? (
          <span className="font-mono text-2xs">{offset}</span>
        ) : (
          neededForApproval && !required && t('record.neededShort')
        )
      }
      className={className}
    />
  );
}
