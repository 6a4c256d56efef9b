import { type CellType, FileFault } from '../../file-model.ts';
import { LIMITS } from '../limits.ts';
import { readXml } from './xml.ts';

/** What a number format makes of a number, as far as it is another value than the number. */
export interface NumberFormat {
  /** Shows the day, the time of day, or both of a serial number. */
  day: boolean;
  time: boolean;
  /** Digits that a whole number is filled up to with zeros. */
  digits: number;
  /** Shows it in scientific notation. */
  exponent?: boolean;
}

export const GENERAL: NumberFormat = { day: false, time: false, digits: 0 };

const ONLY_DAY = { day: true, time: false, digits: 0 };
const ONLY_TIME = { day: false, time: true, digits: 0 };

/** The formats that have a number and no code (ECMA-376 part 1, §18.8.30, with the Chinese ones). */
function builtInFormat(id: number): NumberFormat {
  if (id === 11 || id === 48) return { ...GENERAL, exponent: true };
  if (id === 22) return { day: true, time: true, digits: 0 };
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56)
    return ONLY_TIME;
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return ONLY_DAY;
  return GENERAL;
}

/** Characters of a code, as Excel allows. */
const MAX_CODE_LENGTH = 255;

/** Of a code such as `yyyy"年"m"月"`, `[h]:mm` or `00000`; `general` where it is longer than any code can be. */
function formatOfCode(code: string): NumberFormat {
  if (code.length > MAX_CODE_LENGTH) return GENERAL;
  // What is quoted, escaped or in brackets is no placeholder, except for elapsed times such as `[h]`.
  const bare = code.replace(/"[^"]*"?|[\\_*].|\[[^\]]*\]?/g, (part) => (/^\[[hms]+\]$/i.test(part) ? part : ''));
  const time = /[hs]/i.test(bare);
  const day = /[dy]/i.test(bare) || (!time && /m/i.test(bare));
  const exponent = !day && !time && /e[+-]/i.test(bare);
  return { day, time, digits: /^0{2,}$/.test(bare) ? bare.length : 0, exponent };
}

/** What a number is that is shown so; undefined where it is filled up with zeros as a code is. */
export function typeOfNumber({ day, time, digits, exponent }: NumberFormat): CellType | undefined {
  if (day || time) return 'date';
  if (exponent) return 'exponent';
  return digits > 0 ? undefined : 'number';
}

const DAY = 24 * 60 * 60 * 1000;
/** 1970-01-01 as a serial number, counted from 1900 and from 1904. */
const UNIX_EPOCH = { 1900: 25_569, 1904: 24_107 };
/** The year 1900 had no 29 February, but the serial numbers have one. */
const FALSE_LEAP_DAY = 60;
const LAST_DAY = 2_958_465;

/** A number as a workbook shows it, dates and times in ISO 8601. */
export function numberText(stored: string, format: NumberFormat, epoch: 1900 | 1904): string {
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return stored;
  if ((format.day || format.time) && number >= 0 && number < LAST_DAY + 1) return dateText(number, format, epoch);
  const text = toDecimalText(number);
  return format.digits > 0 && /^\d+$/.test(text) ? text.padStart(format.digits, '0') : text;
}

function dateText(serial: number, { day, time }: NumberFormat, epoch: 1900 | 1904): string {
  const days = epoch === 1900 && serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  const iso = new Date(Math.round((days - UNIX_EPOCH[epoch]) * DAY)).toISOString();
  const clock = iso.slice(11, -1).replace(/\.000$/, '');
  if (!day && serial < 1) return clock;
  return time || serial % 1 !== 0 ? `${iso.slice(0, 10)}T${clock}` : iso.slice(0, 10);
}

/** With the 15 digits that are shown of it, and without an exponent. */
function toDecimalText(number: number): string {
  const shown = Number(number.toPrecision(15));
  const text = String(shown);
  if (!text.includes('e')) return text;
  return Number.isInteger(shown) ? BigInt(shown).toString() : shown.toFixed(20).replace(/(?<!0)0+$/, '');
}

/** The number formats of a workbook by the number of a cell's style. @throws FileFault damaged */
export async function readStyles(bytes: AsyncIterable<Buffer>): Promise<NumberFormat[]> {
  const customFormats = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  const open = (name: string, attributes: Record<string, string>) => {
    const id = Number(attributes.numFmtId);
    if (name === 'cellXfs') isOfCells = true;
    else if (name === 'numFmt') customFormats.set(id, formatOfCode(attributes.formatCode ?? ''));
    else if (name === 'xf' && isOfCells) formats.push(customFormats.get(id) ?? builtInFormat(id));
    if (formats.length > LIMITS.cellStyles) throw new FileFault('damaged');
  };
  const close = (name: string) => {
    if (name === 'cellXfs') isOfCells = false;
  };
  for await (const _ of readXml(bytes, { open, text: () => {}, close }));
  return formats;
}
