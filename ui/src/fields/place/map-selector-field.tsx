import { lazy, Suspense, useMemo } from 'react';
import { useFormState } from '#crud/form/form-fields.tsx';
import { useNearbyRecords } from '#crud/read/nearby.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { MapNeighbour } from '#kit/map/map-selector.tsx';
import { NearbyList, toMapNeighbours } from './nearby-records.tsx';
import { useRecordPoint } from './record-point.ts';

export type { MapNeighbour };

// the map's code is loaded only by pages that show one
const MapSelector = lazy(() =>
  import('#kit/map/map-selector.tsx').then(({ MapSelector }) => ({ default: MapSelector })),
);

interface Props {
  /** The record's code, shown at the pin. */
  code?: string | undefined;
  /** Other places on the map, besides the nearest records of the same kind. */
  neighbours?: readonly MapNeighbour[] | undefined;
}

/** A map on which the record's location can be picked, dragged or moved with the keyboard. */
export function MapSelectorField({ code, neighbours }: Props) {
  const { t, language } = useTexts();
  const locked = useFormState((form) => form.isReadOnly);
  const entity = useFormState((form) => form.entity);
  const ownId = useFormState((form) => form.record?.id);
  const { point, setPoint } = useRecordPoint();
  const nearby = useNearbyRecords(entity, point, ownId);
  const places = useMemo(() => {
    const nearest = toMapNeighbours(nearby, language);
    const others = neighbours?.filter(({ code }) => !nearest.some((near) => near.code === code)) ?? [];
    return [...nearest, ...others];
  }, [nearby, neighbours, language]);
  const look = 'h-58';
  return (
    <div>
      <Suspense fallback={<div className={`${look} rounded-xs bg-map-sea`} />}>
        <MapSelector
          aria-label={t('place.map')}
          keyHelp={t(locked ? 'place.mapKeysReadOnly' : 'place.mapKeys')}
          point={point}
          onChange={locked ? undefined : setPoint}
          label={code}
          neighbours={places}
          className={look}
        />
      </Suspense>
      {entity && nearby?.length !== 0 && (
        <div className="mt-2">
          <NearbyList entity={entity} records={nearby} inNewTab />
        </div>
      )}
    </div>
  );
}
