import { useEffect, useMemo, useRef, useState } from 'react';
import { useField, useFormState, useFormStore, useFormValue } from '#crud/form/form-fields.tsx';
import { type CodedRecord, findByCode, findRecords } from '#crud/read/find-records.ts';
import { useFindRecords, useRecordByCode, useRecordsInSet, useSetRecords } from '#crud/read/use-find-records.ts';
import { useOptionalQuery } from '#crud/read/use-read.ts';
import { recordOption } from '#crud/record-option.ts';
import { cachedLabel, cachedName, useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { recordName } from '#crud/text/record-names.ts';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { OpeningHoursField } from '#fields/opening-hours-field.tsx';
import { LocationFields } from '#fields/place/location-fields.tsx';
import { Offer } from '#fields/place/offer.tsx';
import { PinyinField } from '#fields/place/pinyin-field.tsx';
import { useRecordPoint } from '#fields/place/record-point.ts';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { Combobox } from '#kit/choice/combobox-field.tsx';
import { Code } from '#kit/display/code.tsx';
import { ListError } from '#kit/fields/field.tsx';
import type { Coordinates } from '#kit/values/coordinates.ts';
import { useSession } from '#session/use-session.ts';
import { CodeFields } from './code-fields.tsx';
import {
  airportsWithCoordinates,
  applySuggestions,
  distanceTo,
  kilometres,
  type ListedAirport,
  listedAirportsOf,
  type PlacedAirport,
  suggestChanges,
} from './nearby-airports.ts';

export { check } from './check.ts';
export { VerificationFields as Aside } from './verification/verification-fields.tsx';

export const initialValues = () => ({ verification: { state: 'unverified' } });

/** The complete form of a station. */
export function Fields() {
  const timezone = useFormValue('timezone');
  const around = useAirportsAround();
  return (
    <>
      <FormSection title="form.basics">
        <CodeFields />
        <RecordTextField name="name" className="col-span-5" />
        <PinyinField initials />
      </FormSection>
      <FormSection title="field.address">
        <RecordReferenceField name="city" className="col-span-4" />
        <RecordTextField name="address" className="col-span-8" />
      </FormSection>
      <OpeningHoursField timezone={typeof timezone === 'string' ? timezone : undefined} />
      <NearbyAirports airports={around.airports} />
      <LocationForm {...around} />
      <LocalesField />
    </>
  );
}

interface Props {
  airports: readonly PlacedAirport[];
  /** The country of the station's city. */
  country: string | null;
}

/** The station's location, with the airports nearby on the map. */
function LocationForm({ airports, country }: Props) {
  const telegraphCode = useFormValue('telegraphCode');
  return (
    <LocationFields
      code={typeof telegraphCode === 'string' ? telegraphCode : undefined}
      country={country}
      neighbours={airports}
    />
  );
}

const NO_AIRPORTS: CodedRecord[] = [];
const DEFAULT_COUNTRY = 'CN';
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/** Loads the airports of a country; `findRecords` caches the responses. */
async function airportsOf(country: string): Promise<CodedRecord[]> {
  const airports: CodedRecord[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const records = await findRecords('airport', '', { country, page: String(page), pageSize: String(PAGE_SIZE) });
    airports.push(...records);
    if (records.length < PAGE_SIZE) break;
  }
  return airports;
}

/** Loads the airports in the station's country and those already listed, as the set makes them; none for users who may not read airports. */
function useAirportsAround() {
  const { can } = useSession();
  const { set } = useFormStore().read();
  const codes = listedAirportsOf(useFormValue('airports')).map(({ airport }) => airport);
  const country = useRecordByCode('city', useFormValue('city'), set)?.country;
  const countryCode = typeof country === 'string' ? country : DEFAULT_COUNTRY;
  const loadedInCountry = useOptionalQuery(can('airport:read') ? ['airports of country', countryCode] : null, () =>
    airportsOf(countryCode),
  );
  const inCountry = useRecordsInSet('airport', loadedInCountry ?? NO_AIRPORTS, set);
  const others = codes.filter((code) => !inCountry.some((airport) => airport.code === code));
  const fromElsewhere =
    useOptionalQuery(loadedInCountry && others.length > 0 ? ['airports', others] : null, async () =>
      (await Promise.all(others.map((code) => findByCode('airport', code)))).filter((one) => one !== undefined),
    ) ?? NO_AIRPORTS;
  const airports = useMemo(() => airportsWithCoordinates([...inCountry, ...fromElsewhere]), [inCountry, fromElsewhere]);
  return { airports, country: typeof country === 'string' ? country : null };
}

/** The list of airports near the station, with suggestions from the coordinates. */
function NearbyAirports({ airports }: { airports: readonly PlacedAirport[] }) {
  const { t } = useTexts();
  const errors = useFormState((form) => form.errors);
  const { value, set, lock } = useField('airports');
  const { point } = useRecordPoint();
  const section = useRef<HTMLDivElement>(null);
  const listed = listedAirportsOf(value);
  const suggested = lock ? [] : suggestChanges(listed, point, airports);
  const errorOf = (at: string) => errors.find(({ pointer }) => pointer === at || pointer.startsWith(`${at}/`))?.message;
  const listError = errors.find(({ pointer }) => pointer === '/airports')?.message;

  function remove(index: number): void {
    set(listed.toSpliced(index, 1));
    section.current?.querySelector<HTMLElement>('input')?.focus();
  }
  return (
    <FormSection title="field.airports" note={t('trainStation.asTheCrowFlies')} flush>
      <div ref={section} data-pointer="/airports">
        {listed.length === 0 && <p className="px-4 py-2.5 text-ink-3">{t('trainStation.noAirports')}</p>}
        <ul>
          {listed.map((row, index) => (
            <NearbyAirportRow
              // biome-ignore lint/suspicious/noArrayIndexKey: an airport may be listed twice until validation
              key={index}
              row={row}
              error={errorOf(`/airports/${index}`)}
              onRemove={lock ? undefined : () => remove(index)}
            />
          ))}
        </ul>
        {!lock && (
          <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs">
            <AddAirport listed={listed} point={point} onAdd={(row) => set([...listed, row])} />
            {suggested.length > 0 && (
              <Offer
                from="place.byCoordinates"
                value={suggested
                  .map(({ airport, distance }) => `${airport} ${kilometres(distance)}`)
                  .join(t('common.separator'))}
                onAdopt={() => set(applySuggestions(listed, suggested))}
              />
            )}
          </div>
        )}
        {listError && <ListError className="px-4 pb-2">{listError}</ListError>}
      </div>
    </FormSection>
  );
}

interface NearbyAirportRowProps {
  row: ListedAirport;
  error: string | undefined;
  /** Undefined for users who may not edit. */
  onRemove: (() => void) | undefined;
}

/** A row with an airport's code, name and distance. */
function NearbyAirportRow({ row: { airport, distance }, error, onRemove }: NearbyAirportRowProps) {
  const { t, language } = useTexts();
  const { set } = useFormStore().read();
  useRecordNameUpdates();
  const inSet = useSetRecords(set, 'airport')(airport)?.record;
  // a cached name needs no request
  const loaded = useRecordByCode('airport', inSet || cachedLabel('airport', airport) ? null : airport);
  const record = inSet ?? loaded;
  const name =
    (inSet ? undefined : cachedName('airport', airport, language)) ?? (record && recordName(record, language));
  return (
    <li className="border-t border-line px-4 first:border-0">
      <div className="flex min-h-10 items-center gap-2.5">
        <Code>{airport}</Code>
        <span className="min-w-0 truncate flex-1">{name}</span>
        <span className="flex-none font-mono text-xs text-ink-2">{kilometres(distance)}</span>
        {onRemove && (
          <IconButton icon="close" aria-label={`${t('common.remove')} ${name ?? airport}`} onClick={onRemove} />
        )}
      </div>
      {error && <ListError className="pb-2">{error}</ListError>}
    </li>
  );
}

interface AddAirportProps {
  listed: readonly ListedAirport[];
  point: Coordinates | null;
  onAdd: (row: ListedAirport) => void;
}

/** A field to add an airport, searched by code, name or pinyin; its distance is calculated. */
function AddAirport({ listed, point, onAdd }: AddAirportProps) {
  const { t, language } = useTexts();
  const { set } = useFormStore().read();
  const { records, loading, problem, disabledReason, search: searchRecords } = useFindRecords('airport', { set });
  // a changed key mounts an empty field
  const [resetKey, setResetKey] = useState(0);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (resetKey > 0) container.current?.querySelector('input')?.focus();
  }, [resetKey]);
  if (disabledReason) return <span className="text-ink-3">{disabledReason}</span>;

  function add(code: string | null): void {
    const record = records.find((one) => one.code === code);
    if (!record) return;
    const [airport] = airportsWithCoordinates([record]);
    onAdd({ airport: record.code, distance: point && airport ? distanceTo(point, airport) : null });
    setResetKey(resetKey + 1);
  }
  return (
    <div ref={container} className="w-80 max-w-full">
      <Combobox
        key={resetKey}
        aria-label={t('trainStation.addAirport')}
        placeholder={t('trainStation.addAirport')}
        value={null}
        onChange={add}
        options={records
          .filter(({ code }) => !listed.some(({ airport }) => airport === code))
          .map((record) => recordOption(record, language))}
        onQuery={searchRecords}
        loading={loading}
      />
      {problem && <p className="text-xs text-warn-ink">{problem}</p>}
    </div>
  );
}
