import { useState } from 'react';
import { useForm } from '#crud/record/form-context.ts';
import { FormSection } from '#fields/form-section.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Segmented } from '#kit/segmented.tsx';
import type { Notation } from './coordinate-field.tsx';
import { CoordinatesForm } from './coordinates-form.tsx';
import { MapSelectorField, type Neighbour } from './map-selector-field.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { usePlaceWarnings } from './use-place-warnings.ts';

interface Props {
  /** the record's own, at the pin */
  code?: string | undefined;
  /** other records around, as rings on the map */
  neighbours?: readonly Neighbour[] | undefined;
  /** the code of the country in which the place should lie */
  country?: string | null | undefined;
}

/** The part of a form that says where something lies: on the map, in figures, and in which zone. */
export function LocationFields({ code, neighbours, country }: Props) {
  const { t } = useTexts();
  const { locked } = useForm();
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
      <div className="col-span-12 mb-2 grid gap-x-4 gap-y-3 @2xl:grid-cols-[minmax(0,1fr)_276px]">
        <MapSelectorField code={code} neighbours={neighbours} />
        <div className="flex min-w-0 flex-col gap-2">
          <CoordinatesForm notation={notation} warning={warning('outsideCountry')} />
          <TimeZoneField warning={warning('timeZoneElsewhere')} />
        </div>
      </div>
    </FormSection>
  );
}
