import { lazy, Suspense } from 'react';
import { useFormState } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
import type { MapNeighbour } from '#kit/map/map-selector.tsx';
import { useRecordPoint } from './record-point.ts';

export type { MapNeighbour };

// the map's code is loaded only by pages that show one
const MapSelector = lazy(() =>
  import('#kit/map/map-selector.tsx').then(({ MapSelector }) => ({ default: MapSelector })),
);

interface Props {
  /** The record's code, shown at the pin. */
  code?: string | undefined;
  neighbours?: readonly MapNeighbour[] | undefined;
}

/** A map on which the record's location can be picked, dragged or moved with the keyboard. */
export function MapSelectorField({ code, neighbours }: Props) {
  const { t } = useTexts();
  const locked = useFormState((form) => form.isReadOnly);
  const { point, setPoint } = useRecordPoint();
  const look = 'h-58';
  return (
    <Suspense fallback={<div className={`${look} rounded-xs bg-map-sea`} />}>
      <MapSelector
        aria-label={t('place.map')}
        point={point}
        onChange={locked ? undefined : setPoint}
        label={code}
        neighbours={neighbours}
        className={look}
      />
    </Suspense>
  );
}
