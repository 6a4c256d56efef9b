import { useRef } from 'react';
import { useField, useForm } from '#crud/record/form-context.ts';
import { FormSection } from '#fields/form-section.tsx';
import { Offer } from '#fields/place/offer.tsx';
import { useRecordPoint } from '#fields/place/record-point.ts';
import { useTexts } from '#i18n/i18n.ts';
import { AddAirport } from './add-airport.tsx';
import { adopt, kilometres, nearbyOf, offerOf, type PlacedAirport } from './nearby.ts';
import { NearbyAirportRow } from './nearby-airport-row.tsx';

/** The airports near the station and how far they are; what the coordinates say of them is offered. */
export function NearbyAirports({ airports }: { airports: readonly PlacedAirport[] }) {
  const { t } = useTexts();
  const { errors } = useForm();
  const { value, set, lock } = useField('airports');
  const { point } = useRecordPoint();
  const section = useRef<HTMLDivElement>(null);
  const listed = nearbyOf(value);
  const offered = lock ? [] : offerOf(listed, point, airports);
  const errorOf = (at: string) => errors.find(({ pointer }) => pointer === at || pointer.startsWith(`${at}/`))?.message;
  const all = errors.find(({ pointer }) => pointer === '/airports')?.message;

  function remove(index: number): void {
    set(listed.toSpliced(index, 1));
    section.current?.querySelector<HTMLElement>('input')?.focus();
  }
  return (
    <FormSection title="field.airports" note={t('trainStation.asTheCrowFlies')} flush>
      <div ref={section}>
        {listed.length === 0 && <p className="px-4 py-2.5 text-ink-3">{t('trainStation.noAirports')}</p>}
        <ul>
          {listed.map((row, index) => (
            <NearbyAirportRow
              // biome-ignore lint/suspicious/noArrayIndexKey: an airport may stand twice until it is refused
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
            {offered.length > 0 && (
              <Offer
                from="place.byCoordinates"
                value={offered
                  .map(({ airport, distance }) => `${airport} ${kilometres(distance)}`)
                  .join(t('common.separator'))}
                onAdopt={() => set(adopt(listed, offered))}
              />
            )}
          </div>
        )}
        {all && <p className="px-4 pb-2 text-xs text-bad-ink">{all}</p>}
      </div>
    </FormSection>
  );
}
