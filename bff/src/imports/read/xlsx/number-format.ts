import { type CellType, FileFault } from '../../file-model.ts';
import { LIMITS } from '../limits.ts';
import { readXml } from './xml.ts';

/** How a number format displays a cell's value. */
export interface NumberFormat {
  /** Whether the format shows the number as a date, as a time of day, or both. */
  hasDate: boolean;
  hasTime: boolean;
  /** Digits to which a whole number is padded with zeros. */
  minDigits: number;
  /** Whether the number is shown in scientific notation. */
  isScientific?: boolean;
}

export const GENERAL_FORMAT: NumberFormat = { hasDate: false, hasTime: false, minDigits: 0 };

const DATE_FORMAT = { hasDate: true, hasTime: false, minDigits: 0 };
const TIME_FORMAT = { hasDate: false, hasTime: true, minDigits: 0 };

/** Built-in formats have an id instead of a code (ECMA-376 part 1, §18.8.30, including the Chinese ones). */
function builtInFormat(id: number): NumberFormat {
  if (id === 11 || id === 48) return { ...GENERAL_FORMAT, isScientific: true };
  if (id === 22) return { hasDate: true, hasTime: true, minDigits: 0 };
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56)
    return TIME_FORMAT;
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return DATE_FORMAT;
  return GENERAL_FORMAT;
}

/** Excel's limit for a format code. */
const MAX_CODE_LENGTH = 255;

/** Parses a code such as `yyyy"年"m"月"`, `[h]:mm` or `00000`; a code longer than Excel allows counts as general. */
function parseFormatCode(code: string): NumberFormat {
  if (code.length > MAX_CODE_LENGTH) return GENERAL_FORMAT;
  // quoted, escaped and bracketed parts are no placeholders, except for elapsed times such as `[h]`
  const placeholders = code.replace(/"[^"]*"?|[\\_*].|\[[^\]]*\]?/g, (part) =>
    /^\[[hms]+\]$/i.test(part) ? part : '',
  );
  const hasTime = /[hs]/i.test(placeholders);
  const hasDate = /[dy]/i.test(placeholders) || (!hasTime && /m/i.test(placeholders));
  const isScientific = !hasDate && !hasTime && /e[+-]/i.test(placeholders);
  return { hasDate, hasTime, minDigits: /^0{2,}$/.test(placeholders) ? placeholders.length : 0, isScientific };
}

/** Returns the type of a cell with this format; undefined for numbers padded with zeros, which are codes. */
export function typeOfNumber({ hasDate, hasTime, minDigits, isScientific }: NumberFormat): CellType | undefined {
  if (hasDate || hasTime) return 'date';
  if (isScientific) return 'exponent';
  return minDigits > 0 ? undefined : 'number';
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The serial number of 1970-01-01 in the 1900 and the 1904 date system. */
const UNIX_EPOCH_SERIAL = { 1900: 25_569, 1904: 24_107 };
/** Serial numbers count a 29 February 1900, which did not exist. */
const FALSE_LEAP_DAY_SERIAL = 60;
const MAX_DAY_SERIAL = 2_958_465;

/** Formats a number as the workbook shows it, with dates and times in ISO 8601. */
export function numberText(stored: string, format: NumberFormat, epoch: 1900 | 1904): string {
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return stored;
  if ((format.hasDate || format.hasTime) && number >= 0 && number < MAX_DAY_SERIAL + 1)
    return dateText(number, format, epoch);
  const text = toDecimalText(number);
  return format.minDigits > 0 && /^\d+$/.test(text) ? text.padStart(format.minDigits, '0') : text;
}

function dateText(serial: number, { hasDate, hasTime }: NumberFormat, epoch: 1900 | 1904): string {
  const days = epoch === 1900 && serial < FALSE_LEAP_DAY_SERIAL ? serial + 1 : serial;
  const iso = new Date(Math.round((days - UNIX_EPOCH_SERIAL[epoch]) * DAY_MS)).toISOString();
  const clock = iso.slice(11, -1).replace(/\.000$/, '');
  if (!hasDate && serial < 1) return clock;
  return hasTime || serial % 1 !== 0 ? `${iso.slice(0, 10)}T${clock}` : iso.slice(0, 10);
}

/** Formats a number without an exponent, to the 15 significant digits that Excel keeps. */
function toDecimalText(number: number): string {
  const rounded = Number(number.toPrecision(15));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  return Number.isInteger(rounded) ? BigInt(rounded).toString() : rounded.toFixed(20).replace(/(?<!0)0+$/, '');
}

/** Reads the number formats of a workbook, indexed by cell style. @throws FileFault damaged */
export async function readStyles(bytes: AsyncIterable<Buffer>): Promise<NumberFormat[]> {
  const customFormats = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isInCellStyles = false;
  const open = (name: string, attributes: Record<string, string>) => {
    const id = Number(attributes.numFmtId);
    if (name === 'cellXfs') isInCellStyles = true;
    else if (name === 'numFmt') customFormats.set(id, parseFormatCode(attributes.formatCode ?? ''));
    else if (name === 'xf' && isInCellStyles) formats.push(customFormats.get(id) ?? builtInFormat(id));
    if (formats.length > LIMITS.cellStyles) throw new FileFault('damaged');
  };
  const close = (name: string) => {
    if (name === 'cellXfs') isInCellStyles = false;
  };
  for await (const _ of readXml(bytes, { open, text: () => {}, close }));
  return formats;
}
