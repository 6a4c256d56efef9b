import { lazy, Suspense, useMemo } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import type { AnyRecord, Values } from '#crud/define-entity.ts';
import { useNearbyRecords } from '#crud/read/nearby.ts';
import { copyText } from '#crud/text/copy-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { type Coordinates, formatDecimal, formatDms } from '#kit/values/coordinates.ts';
import { NearbyList, toMapNeighbours } from './nearby-records.tsx';

// the map's code is loaded only by pages that show one
const MapSelector = lazy(() =>
  import('#kit/map/map-selector.tsx').then(({ MapSelector }) => ({ default: MapSelector })),
);
const look = 'h-34';

interface Props {
  entity: EntityKey;
  record: AnyRecord & Values;
  /** Where the record was before the change that is shown. */
  previousPoint?: Coordinates | undefined;
}

/** A record's location on its card: a read-only map, the coordinates in both notations to copy, and the nearest records. */
export function PlaceSection({ entity, record: { id, code, latitude, longitude }, previousPoint }: Props) {
  const { t, language } = useTexts();
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number';
  const nearby = useNearbyRecords(entity, isPlaced ? { latitude, longitude } : null, id);
  const neighbours = useMemo(() => toMapNeighbours(nearby, language), [nearby, language]);
  if (!isPlaced) return null;
  const pair = `${formatDecimal(latitude)}, ${formatDecimal(longitude)}`;
  return (
    <DrawerSection>
      <Suspense fallback={<div className={`${look} rounded-xs bg-map-sea`} />}>
        <MapSelector
          aria-label={t('place.map')}
          keyHelp={t('place.mapKeysReadOnly')}
          point={{ latitude, longitude }}
          previousPoint={previousPoint}
          label={code}
          neighbours={neighbours}
          className={look}
        />
      </Suspense>
      <div className="my-2 flex items-start font-mono text-xs text-ink-2">
        <div className="min-w-0">
          <div className="text-ink">{pair}</div>
          <div>
            {formatDms(latitude, 'latitude')} {formatDms(longitude, 'longitude')}
          </div>
        </div>
        <IconButton icon="copy" aria-label={t('common.copy')} className="ml-auto" onClick={() => copyText(pair)} />
      </div>
      <NearbyList entity={entity} records={nearby} />
    </DrawerSection>
  );
}
