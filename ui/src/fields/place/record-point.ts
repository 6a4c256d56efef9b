import { useFormValue, useSetValue } from '#crud/form/form-fields.tsx';
import type { Axis, Coordinates } from '#kit/values/coordinates.ts';

export const limits: Record<Axis, number> = { latitude: 90, longitude: 180 };

const isWithin = (value: unknown, axis: Axis): value is number =>
  typeof value === 'number' && Math.abs(value) <= limits[axis];

/** Returns a record's coordinates if both are present and valid. */
export function useRecordPoint() {
  const latitude = useFormValue('latitude');
  const longitude = useFormValue('longitude');
  const change = useSetValue();
  const point: Coordinates | null =
    isWithin(latitude, 'latitude') && isWithin(longitude, 'longitude') ? { latitude, longitude } : null;
  function setPoint(next: Coordinates): void {
    change('/latitude', next.latitude);
    change('/longitude', next.longitude);
  }
  return { point, setPoint };
}
