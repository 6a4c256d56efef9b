import { type ClipboardEvent, useState } from 'react';
import { fields, type Rule, type Schemas } from '#api/metadata.gen.ts';
import { ruleText } from '#api/texts.ts';
import {
  FieldLabel,
  useField,
  useFormState,
  useFormStore,
  useFormValue,
  useIsUnchanged,
} from '#crud/form/form-fields.tsx';
import { useOptionalQuery } from '#crud/read/use-read.ts';
import { FormSection } from '#fields/form-section.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { ComboboxField } from '#kit/choice/combobox-field.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import type { Axis, Coordinates } from '#kit/values/coordinates.ts';
import { parseCoordinates } from '#kit/values/parse-coordinates.ts';
import { CoordinateField, type Notation, ValueAside } from './coordinate-field.tsx';
import { type MapNeighbour, MapSelectorField } from './map-selector-field.tsx';
import { Offer, withOffer } from './offer.tsx';
import { useRecordPoint } from './record-point.ts';
import { offsetOf } from './zone-offset.ts';

interface Props {
  /** The record's code, shown at the pin. */
  code?: string | undefined;
  /** Nearby records, shown as rings on the map. */
  neighbours?: readonly MapNeighbour[] | undefined;
  /** The code of the country that should contain the location. */
  country?: string | null | undefined;
}

/** The form section of a record's location: map, coordinates and, if the entity has one, time zone. */
export function LocationFields({ code, neighbours, country }: Props) {
  const { t } = useTexts();
  const locked = useFormState((form) => form.isReadOnly);
  const hasTimeZone = useFormState((form) => fields[form.schema].includes('timezone'));
  const [notation, setNotation] = useState<Notation>('decimal');
  const warning = usePlaceWarnings(country);
  return (
    <FormSection
      title="place.title"
      note={!locked && t('place.hint')}
      aside={
        <Segmented
          aria-label={t('place.notation')}
          value={notation}
          onChange={setNotation}
          options={[
            { value: 'decimal', label: t('place.decimal') },
            { value: 'dms', label: t('place.dms') },
          ]}
        />
      }
    >
      <div className="col-span-12 mb-2 grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 @2xl:grid-cols-[minmax(0,1fr)_276px]">
        <MapSelectorField code={code} neighbours={neighbours} />
        <div className="flex min-w-0 flex-col gap-2">
          <CoordinatesForm notation={notation} warning={warning('outsideCountry')} />
          {hasTimeZone && <TimeZoneField warning={warning('timeZoneElsewhere')} />}
        </div>
      </div>
    </FormSection>
  );
}

/**
 * The warnings of the place that the form holds now, as texts. Of a place that is saved the server has told them;
 * only for another one the outlines of all countries are loaded, before the server knows of it.
 */
function usePlaceWarnings(country: string | null | undefined): (rule: PlaceWarning['rule']) => string | undefined {
  const { language } = useTexts();
  const record = useFormState((form) => form.record);
  const timezoneValue = useFormValue('timezone');
  const { point } = useRecordPoint();
  const saved = useIsUnchanged('/city', '/country', '/latitude', '/longitude', '/timezone');
  const timezone = typeof timezoneValue === 'string' ? timezoneValue : null;
  const place = { country: country ?? null, point, timezone };
  const found = useOptionalQuery(saved ? null : ['place warnings', place], () => findPlaceWarnings(place), 250);
  // The cast: by the contract, every record has this field.
  const warnings = saved ? (record?.warnings as Schemas['Warning'][]) : found;
  return (rule) => (warnings?.some((one) => one.rule === rule) ? ruleText(rule, language) : undefined);
}

interface CoordinatesFormProps {
  notation: Notation;
  /** A warning that does not prevent saving. */
  warning?: string | undefined;
}

/** Fields for latitude and longitude; a pair pasted into either fills both. */
function CoordinatesForm({ notation, warning }: CoordinatesFormProps) {
  const form = useFormStore();
  const { setPoint } = useRecordPoint();
  const [typing, setTyping] = useState<{ axis: Axis; text: string }>();

  function takePair(pair: Coordinates): void {
    setTyping(undefined);
    setPoint(pair);
  }
  function paste(event: ClipboardEvent): void {
    const pair = parseCoordinates(event.clipboardData.getData('text'));
    if (!pair) return;
    event.preventDefault();
    takePair(pair);
  }
  function leave(axis: Axis): void {
    const pair = typing && typeof form.read().values[axis] === 'string' ? parseCoordinates(typing.text) : null;
    if (pair) takePair(pair);
    else setTyping(undefined);
  }
  const field = (axis: Axis) => (
    <CoordinateField
      axis={axis}
      notation={notation}
      typed={typing?.axis === axis ? typing.text : undefined}
      onType={(text) => setTyping({ axis, text })}
      onLeave={() => leave(axis)}
      warning={axis === 'latitude' ? warning : undefined}
      odd={warning !== undefined}
    />
  );
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2 @2xl:grid-cols-1" onPaste={paste}>
      {field('latitude')}
      {field('longitude')}
    </div>
  );
}

interface TimeZoneFieldProps {
  /** A warning that does not prevent saving. */
  warning?: string | undefined;
  className?: string | undefined;
}

/**
 * A zone of the tz database, found by old names too; the one at the coordinates is offered, never filled in. All zones
 * are loaded once somebody goes there, or to a place that is not what is saved.
 */
function TimeZoneField({ warning, className }: TimeZoneFieldProps) {
  const { value, set, error, required, aside, explanation, lock } = useField('timezone');
  const { point } = useRecordPoint();
  const placeIsSaved = useIsUnchanged('/latitude', '/longitude');
  const [visited, setVisited] = useState(false);
  const at = point && !lock && (visited || !placeIsSaved) ? `${point.latitude} ${point.longitude}` : null;
  const zones = useOptionalQuery(visited || at ? ['time zones'] : null, async () => {
    const { canonicalZone, zoneOptions } = await import('./zones.ts');
    return { canonicalZone, options: zoneOptions(new Date()) };
  });
  const there = useOptionalQuery(at === null ? null : ['time zone at', at], async () => {
    const { default: zoneAt } = await import('@photostructure/tz-lookup');
    return point ? zoneAt(point.latitude, point.longitude) : undefined;
  });
  const current = typeof value === 'string' ? value : null;
  const offered = zones && there ? zones.canonicalZone(there) : undefined;
  const isNews = current === null || zones?.canonicalZone(current) !== offered;
  // on the high seas there are only fixed-offset zones
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
      aside={offset ? <ValueAside value={offset} explanation={explanation} /> : aside}
      className={className}
    />
  );
}

interface PlaceWarning {
  pointer: '/latitude' | '/timezone';
  rule: Extract<Rule, 'outsideCountry' | 'timeZoneElsewhere'>;
}

interface Place {
  country: string | null;
  point: Coordinates | null;
  timezone: string | null;
}

/** Returns warnings about a location that may still be correct; countries without map data cause none. */
export async function findPlaceWarnings({ country, point, timezone }: Place): Promise<PlaceWarning[]> {
  if (!country) return [];
  const [outside, zoneFits] = await Promise.all([
    point && import('#kit/map/country-outline.ts').then(({ isOutside }) => isOutside(country, point)),
    timezone && import('./zones.ts').then(({ isZoneOf }) => isZoneOf(timezone, country)),
  ]);
  const warnings: PlaceWarning[] = [];
  if (outside) warnings.push({ pointer: '/latitude', rule: 'outsideCountry' });
  if (zoneFits === false) warnings.push({ pointer: '/timezone', rule: 'timeZoneElsewhere' });
  return warnings;
}
