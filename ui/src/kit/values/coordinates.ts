export interface Coordinates {
  latitude: number;
  longitude: number;
}

export type Axis = keyof Coordinates;

const limits: Record<Axis, number> = { latitude: 90, longitude: 180 };
const axisOf: Record<string, Axis> = { N: 'latitude', S: 'latitude', E: 'longitude', W: 'longitude' };

/** 0.11 m; no finer, and never -0, which would differ from 0 in a comparison. */
export const roundCoordinate = (value: number, places = 6): number => Number(value.toFixed(places)) + 0;

/** `39.501289, 116.413967`, `39°30′04.6″N 116°24′50.3″E`, 北纬…东经…; in either order where hemispheres say so. */
export function parseCoordinates(text: string): Coordinates | null {
  const [first, second, ...more] = toParts(toTokens(text)).map(readPart);
  if (!first || !second || more.length > 0) return null;
  const swapped = first.axis === 'longitude' || second.axis === 'latitude';
  const [latitude, longitude] = swapped ? [second, first] : [first, second];
  if (latitude.axis === 'longitude' || longitude.axis === 'latitude') return null;
  return within(latitude.value, 'latitude') && within(longitude.value, 'longitude')
    ? { latitude: roundCoordinate(latitude.value), longitude: roundCoordinate(longitude.value) }
    : null;
}

/** One coordinate in either notation; null where it is none, or one of the other axis. */
export function parseCoordinate(text: string, axis: Axis): number | null {
  // `39 30` is a pair where a pair is asked for, and degrees with minutes here
  const part = readPart(toTokens(text));
  if (!part || (part.axis ?? axis) !== axis) return null;
  return within(part.value, axis) ? roundCoordinate(part.value) : null;
}

export const formatDecimal = (value: number): string => roundCoordinate(value).toFixed(6);

/** 39°30′04.6″N */
export function formatDms(value: number, axis: Axis): string {
  const tenths = Math.round(Math.abs(value) * 36_000);
  const two = (count: number, digits = 0) => count.toFixed(digits).padStart(digits ? 4 : 2, '0');
  const degrees = `${Math.floor(tenths / 36_000)}°${two(Math.floor(tenths / 600) % 60)}′${two((tenths % 600) / 10, 1)}″`;
  const negative = value < 0 && tenths > 0;
  return degrees + (axis === 'latitude' ? (negative ? 'S' : 'N') : negative ? 'W' : 'E');
}

/** Along the great circle, on a sphere: up to 0.5 % off. */
export function distanceInKm(a: Coordinates, b: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(half(a.latitude, b.latitude) + across)));
}

const within = (value: number, axis: Axis) => Math.abs(value) <= limits[axis];

type Token = { kind: 'number' | 'unit' | 'hemisphere' | 'comma' | 'other'; text: string };

const spellings: [RegExp, string][] = [
  [/LATITUDE|LONGITUDE|LAT|LONG|LON|LNG|[纬经緯經]度|:/g, ' '],
  [/北[纬緯]/g, ' N '],
  [/南[纬緯]/g, ' S '],
  [/[东東][经經]/g, ' E '],
  [/西[经經]/g, ' W '],
  [/[°º˚度]/g, '°'],
  [/″|”|“|''|′′|秒/g, '"'],
  [/[′’‘`´分]/g, "'"],
  [/[−–]/g, '-'],
  [/[;、]/g, ','],
];

function toTokens(text: string): Token[] {
  // full-width forms stand at a fixed distance from ASCII
  const narrow = text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  const plain = spellings.reduce((rest, [from, to]) => rest.replace(from, to), narrow.toUpperCase());
  return [...plain.matchAll(/([+-]?(?:\d+\.?\d*|\.\d+))|([°'"])|([NSEW])|(,)|(\S)/g)].map((match) => {
    const [token, number, unit, hemisphere, comma] = match;
    const kind = number ? 'number' : unit ? 'unit' : hemisphere ? 'hemisphere' : comma ? 'comma' : 'other';
    return { kind, text: token };
  });
}

const places = (tokens: Token[], fits: (token: Token) => boolean) =>
  tokens.flatMap((token, index) => (fits(token) ? [index] : []));

/** One or two coordinates, told apart by a comma, by hemispheres, by degree signs, else by half of the numbers. */
function toParts(tokens: Token[]): Token[][] {
  const cut = (at: number) => [tokens.slice(0, at), tokens.slice(at)];
  const [comma, secondComma] = places(tokens, ({ kind }) => kind === 'comma');
  if (comma !== undefined) return secondComma ? [] : [tokens.slice(0, comma), tokens.slice(comma + 1)];
  const [hemisphere, secondHemisphere] = places(tokens, ({ kind }) => kind === 'hemisphere');
  if (hemisphere !== undefined && secondHemisphere !== undefined)
    return cut(hemisphere === 0 ? secondHemisphere : hemisphere + 1);
  if (hemisphere && hemisphere < tokens.length - 1) return cut(hemisphere + 1);
  const secondDegree = places(tokens, ({ text }) => text === '°')[1];
  if (secondDegree !== undefined) return cut(secondDegree - 1);
  const numbers = places(tokens, ({ kind }) => kind === 'number');
  const middle = numbers[numbers.length / 2];
  const oneOnly = hemisphere !== undefined || tokens.some(({ kind }) => kind === 'unit');
  return middle === undefined || oneOnly ? [tokens] : cut(middle);
}

function readPart(tokens: Token[]): { value: number; axis: Axis | undefined } | null {
  const hemispheres = places(tokens, ({ kind }) => kind === 'hemisphere');
  const [at] = hemispheres;
  if (hemispheres.length > 1 || (at && at < tokens.length - 1)) return null;
  const hemisphere = at === undefined ? undefined : tokens[at]?.text;
  const rest = tokens.filter(({ kind }) => kind !== 'hemisphere');
  const shape = rest.map(({ kind, text }) => (kind === 'number' ? '1' : text)).join('');
  if (!/^1°?(1'?(1"?)?)?$/.test(shape)) return null;
  const numbers = rest.filter(({ kind }) => kind === 'number').map(({ text }) => text);
  const negative = numbers[0]?.startsWith('-') ?? false;
  if (negative && hemisphere) return null;
  if (numbers.slice(1).some((text) => /^[+-]/.test(text) || Number(text) >= 60)) return null;
  if (numbers.slice(0, -1).some((text) => text.includes('.'))) return null;
  const size = numbers.reduce((sum, text, index) => sum + Math.abs(Number(text)) / 60 ** index, 0);
  const sign = negative || hemisphere === 'S' || hemisphere === 'W' ? -1 : 1;
  return { value: sign * size, axis: hemisphere ? axisOf[hemisphere] : undefined };
}
