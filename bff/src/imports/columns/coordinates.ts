import lookUpZone from '@photostructure/tz-lookup';
import gcoord from 'gcoord';
import type { Schemas } from '#http/contract.ts';

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
