import { targetOf } from '#columns/targets.ts';
import { fieldOf } from '#crud/entity.ts';
import type { Entity, Fields } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import { fieldsOf } from '#crud/rows.ts';
import { fillZone, type Place, toWgs84 } from '../columns/coordinates.ts';
import { mergeParsed } from '../columns/merge-parsed.ts';
import type { Candidate, Reading } from './candidate.ts';

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
export function merged({ entity, options }: Reading, candidate: Candidate): Fields {
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
