import { Link } from '@tanstack/react-router';
import type { Language, Schemas } from '#api/metadata.gen.ts';
import { recordLink } from '#crud/define-entity.ts';
import type { NearbyRecord } from '#crud/read/nearby.ts';
import { recordName } from '#crud/text/record-names.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import type { MapNeighbour } from '#kit/map/map-selector.tsx';

/** Fewer than are drawn on the map. */
const LISTED_RECORDS = 3;

export function toMapNeighbours(records: readonly NearbyRecord[] = [], language: Language): MapNeighbour[] {
  return records.map(({ code, latitude, longitude, ...record }) => ({
    code: code ?? '',
    name: recordName(record, language),
    latitude,
    longitude,
  }));
}

interface NearbyListProps {
  entity: Schemas['Entity'];
  /** Undefined until they are known. */
  records: readonly NearbyRecord[] | undefined;
  /** Opens the records in a new tab, so that a form keeps what was typed. */
  inNewTab?: boolean;
}

/** The nearest records with their distances. */
export function NearbyList({ entity, records, inNewTab }: NearbyListProps) {
  const { t, language } = useTexts();
  // as high as the list, so that nothing below it moves
  if (!records) return <div className="h-14 pointer-coarse:h-32" />;
  if (records.length === 0) return null;
  return (
    <ul aria-label={t('place.nearby')} className="flex flex-col gap-1 text-xs">
      {records.slice(0, LISTED_RECORDS).map((record) => (
        <li key={record.id} className="flex items-center gap-2 pointer-coarse:min-h-10">
          {record.code && <Code small>{record.code}</Code>}
          <Link
            {...recordLink(entity, record.id)}
            {...(inNewTab && { target: '_blank' })}
            className={`min-w-0 truncate ${linkClass}`}
          >
            {recordName(record, language)}
          </Link>
          <span className="ml-auto flex-none text-ink-3 tabular-nums">{formatKilometres(record.distance)}</span>
        </li>
      ))}
    </ul>
  );
}

const formatKilometres = (distance: number) => `${distance < 99.95 ? distance.toFixed(1) : Math.round(distance)} km`;
