import { type Axis, type Coordinates, roundCoordinate } from './coordinates.ts';

const MAX_DEGREES: Record<Axis, number> = { latitude: 90, longitude: 180 };
/** The axes of hemispheres, and the symbols that stand for the names of axes. */
const AXES: Record<string, Axis> = {
  N: 'latitude',
  S: 'latitude',
  Φ: 'latitude',
  E: 'longitude',
  W: 'longitude',
  Λ: 'longitude',
};

/** Parses `39.501289, 116.413967`, `39°30′04.6″N 116°24′50.3″E`, 北纬…东经… or `lon … lat …`; with hemispheres or axes, in either order. */
export function parseCoordinates(text: string): Coordinates | null {
  const [first, second, ...rest] = splitCoordinates(toTokens(text)).map(parsePart);
  if (!first || !second || rest.length > 0) return null;
  const swapped = first.axis === 'longitude' || second.axis === 'latitude';
  const [latitude, longitude] = swapped ? [second, first] : [first, second];
  if (latitude.axis === 'longitude' || longitude.axis === 'latitude') return null;
  return isWithinRange(latitude.value, 'latitude') && isWithinRange(longitude.value, 'longitude')
    ? { latitude: roundCoordinate(latitude.value), longitude: roundCoordinate(longitude.value) }
    : null;
}

/** Parses one coordinate in either notation; returns null if it is not one, or one of the other axis. */
export function parseCoordinate(text: string, axis: Axis): number | null {
  // unlike in `parseCoordinates`, `39 30` is read as degrees and minutes
  const part = parsePart(toTokens(text));
  if (!part || (part.axis ?? axis) !== axis) return null;
  return isWithinRange(part.value, axis) ? roundCoordinate(part.value) : null;
}

const isWithinRange = (value: number, axis: Axis) => Math.abs(value) <= MAX_DEGREES[axis];

const TOKEN_KINDS = ['number', 'unit', 'hemisphere', 'axis', 'comma'] as const;
type Token = { kind: (typeof TOKEN_KINDS)[number] | 'other'; text: string };

const REPLACEMENTS: [RegExp, string][] = [
  [/:/g, ' '],
  [/北[纬緯]/g, ' N '],
  [/南[纬緯]/g, ' S '],
  [/[东東][经經]/g, ' E '],
  [/西[经經]/g, ' W '],
  [/LATITUDE|LAT|[纬緯]度/g, ' Φ '],
  [/LONGITUDE|LONG|LON|LNG|[经經]度/g, ' Λ '],
  [/[°º˚度]/g, '°'],
  [/″|”|“|''|′′|秒/g, '"'],
  [/[′’‘`´分]/g, "'"],
  [/[−–]/g, '-'],
  [/[;、]/g, ','],
];

function toTokens(text: string): Token[] {
  // full-width forms are at a fixed offset from ASCII
  const ascii = text.replace(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));
  const normalised = REPLACEMENTS.reduce((replaced, [from, to]) => replaced.replace(from, to), ascii.toUpperCase());
  return [...normalised.matchAll(/([+-]?(?:\d+\.?\d*|\.\d+))|([°'"])|([NSEW])|([ΦΛ])|(,)|(\S)/g)].map((match) => {
    const [token, ...groups] = match;
    const kind = TOKEN_KINDS[groups.findIndex((group) => group !== undefined)] ?? 'other';
    return { kind, text: token };
  });
}

const findIndexes = (tokens: Token[], matches: (token: Token) => boolean) =>
  tokens.flatMap((token, index) => (matches(token) ? [index] : []));

/** Splits the tokens of two coordinates at a comma, an axis, a hemisphere or a degree sign, or else after half of the numbers. */
function splitCoordinates(tokens: Token[]): Token[][] {
  const splitAt = (index: number) => [tokens.slice(0, index), tokens.slice(index)];
  const [first, second, ...others] = tokens;
  // both names before both values: lat lon 39.5 116.4
  if (first?.kind === 'axis' && second?.kind === 'axis') {
    const [firstPart, secondPart] = splitCoordinates(others);
    return firstPart && secondPart
      ? [
          [first, ...firstPart],
          [second, ...secondPart],
        ]
      : [];
  }
  const [comma, secondComma] = findIndexes(tokens, ({ kind }) => kind === 'comma');
  if (comma !== undefined) return secondComma ? [] : [tokens.slice(0, comma), tokens.slice(comma + 1)];
  const [axis, secondAxis] = findIndexes(tokens, ({ kind }) => kind === 'axis');
  if (axis !== undefined && secondAxis !== undefined) return splitAt(axis === 0 ? secondAxis : axis + 1);
  // a single one between two numbers may belong to either
  if (axis) return [];
  const [hemisphere, secondHemisphere] = findIndexes(tokens, ({ kind }) => kind === 'hemisphere');
  if (hemisphere !== undefined && secondHemisphere !== undefined)
    return splitAt(hemisphere === 0 ? secondHemisphere : hemisphere + 1);
  if (hemisphere && hemisphere < tokens.length - 1) return splitAt(hemisphere + 1);
  const secondDegree = findIndexes(tokens, ({ text }) => text === '°')[1];
  if (secondDegree !== undefined) return splitAt(secondDegree - 1);
  const numbers = findIndexes(tokens, ({ kind }) => kind === 'number');
  const middle = numbers[numbers.length / 2];
  const isSingle = hemisphere !== undefined || tokens.some(({ kind }) => kind === 'unit');
  return middle === undefined || isSingle ? [tokens] : splitAt(middle);
}

function parsePart(labelled: Token[]): { value: number; axis: Axis | undefined } | null {
  const [label, secondLabel] = labelled.filter(({ kind }) => kind === 'axis');
  const tokens = labelled.filter(({ kind }) => kind !== 'axis');
  const hemispheres = findIndexes(tokens, ({ kind }) => kind === 'hemisphere');
  const [index] = hemispheres;
  if (secondLabel || hemispheres.length > 1 || (index && index < tokens.length - 1)) return null;
  const hemisphere = index === undefined ? undefined : tokens[index]?.text;
  const unsigned = tokens.filter(({ kind }) => kind !== 'hemisphere');
  const shape = unsigned.map(({ kind, text }) => (kind === 'number' ? '1' : text)).join('');
  if (!/^1°?(1'?(1"?)?)?$/.test(shape)) return null;
  const numbers = unsigned.filter(({ kind }) => kind === 'number').map(({ text }) => text);
  const negative = numbers[0]?.startsWith('-') ?? false;
  if (negative && hemisphere) return null;
  if (numbers.slice(1).some((text) => /^[+-]/.test(text) || Number(text) >= 60)) return null;
  if (numbers.slice(0, -1).some((text) => text.includes('.'))) return null;
  const degrees = numbers.reduce((sum, text, index) => sum + Math.abs(Number(text)) / 60 ** index, 0);
  const sign = negative || hemisphere === 'S' || hemisphere === 'W' ? -1 : 1;
  const [axis, ...otherAxes] = new Set([label?.text, hemisphere].flatMap((text) => (text && AXES[text]) || []));
  return otherAxes.length > 0 ? null : { value: sign * degrees, axis };
}
