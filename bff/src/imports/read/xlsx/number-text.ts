import type { NumberFormat } from './number-format.ts';

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
  const text = decimal(number);
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
function decimal(number: number): string {
  const shown = Number(number.toPrecision(15));
  const text = String(shown);
  if (!text.includes('e')) return text;
  return Number.isInteger(shown) ? BigInt(shown).toString() : shown.toFixed(20).replace(/(?<!0)0+$/, '');
}
