import lookUpZone from '@photostructure/tz-lookup';
import gcoord from 'gcoord';
import { targetOf } from '#columns/targets.ts';
import { fieldOf } from '#crud/entity.ts';
import type { Entity, Fields } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import { fieldsOf } from '#crud/rows.ts';
import type { Schemas } from '#http/contract.ts';
import { mergeParsed } from '../columns/parse-draft.ts';
import type { Candidate, RowContext } from './candidate.ts';

/** Degrees north and east. */
export interface Place {
  latitude: number;
  longitude: number;
}

const systems = { wgs84: gcoord.WGS84, gcj02: gcoord.GCJ02, bd09: gcoord.BD09 } as const;
const toDecimals = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
const isOnEarth = ({ latitude, longitude }: Place) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/**
 * A place by WGS 84, six decimals. Outside China GCJ-02 is WGS 84, and BD-09 is only what Baidu adds to it; what is nowhere on
 * earth stays as it is.
 */
export function toWgs84(system: Schemas['ImportOptions']['coordinates'], latitude: number, longitude: number): Place {
  if (system === 'wgs84' || !isOnEarth({ latitude, longitude })) return { latitude, longitude };
  const [east, north] = gcoord.transform([longitude, latitude], systems[system], gcoord.WGS84);
  return { latitude: toDecimals(north), longitude: toDecimals(east) };
}

/** The zone of the tz database at a place; undefined on the high seas, where no country's clock counts, and nowhere on earth. */
export function fillZone(latitude: number, longitude: number): string | undefined {
  if (!isOnEarth({ latitude, longitude })) return undefined;
  const zone = lookUpZone(latitude, longitude);
  return zone.startsWith('Etc/') ? undefined : zone;
}

const isPlace = (fields: Fields): fields is Fields & Place =>
  typeof fields.latitude === 'number' && typeof fields.longitude === 'number';

const isFilled = (value: unknown) =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

/** Takes out of what a file gives that which only fills what is empty, where it is not. */
function keepFilled(entity: Entity, { draft, parsed }: Candidate, current: Fields): void {
  for (const key of draft.onlyIfEmpty ?? []) {
    const pointer = targetOf(entity, key)?.pointer;
    if (pointer === undefined || !isFilled(readAt(current, pointer))) continue;
    delete parsed.parts[pointer];
    delete parsed.body[key];
  }
}

/** All fields of the record as the row would have them. */
export function merged({ entity, options }: RowContext, candidate: Candidate): Fields {
  const { parsed } = candidate;
  const current = candidate.current && fieldsOf(entity, candidate.current.record);
  const { body } = parsed;
  if (isPlace(body)) Object.assign(body, toWgs84(options.coordinates, body.latitude, body.longitude));
  if (current) keepFilled(entity, candidate, current);
  const fields = mergeParsed(entity, current, parsed);
  if (options.timeZones && fieldOf(entity, 'timezone') && !fields.timezone && isPlace(fields))
    fields.timezone = fillZone(fields.latitude, fields.longitude) ?? null;
  return fields;
}
