import type { Target } from '#columns/targets.ts';
import type { Rule } from '#http/contract.ts';
import type { CellType } from '../types.ts';
import { fits } from './fits.ts';

const scientific = /^[+-]?\d(\.\d+)?E[+-]\d{2,}$/i;
const month = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const dates = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ].*)?$/,
  /^\d{1,2}[-/]\d{1,2}([-/]\d{2,4})?$/,
  new RegExp(`^(\\d{1,2}-)?${month}(-\\d{2,4})?$`, 'i'),
  /^(\d{4}年)?\d{1,2}月(\d{1,2}日)?$/,
];
// as it writes them and no code is kept
const itsOwn = new RegExp(`^(\\d{1,2}-${month}(-\\d{2,4})?|${month}-\\d{2,4})$`);
// codes of digits alone are not longer
const longest = 12;
// UIC codes, of seven digits, are codes of stations too
const MAX_DOUBTFUL_DIGITS = 6;

/** What a spreadsheet seems to have made of a value that looked like a number or a date; undefined where nothing. */
export function damageOf(target: Target, text: string, type?: CellType): Rule | undefined {
  if (scientific.test(text) && isNoText(target, text)) return 'scientificNotation';
  if (!isCode(target)) return undefined;
  if (target.value.isCode && (type === 'date' || itsOwn.test(text))) return 'dateForCode';
  if (fits(target, text)) return damageOfNumber(target, text, type);
  if (dates.some((date) => date.test(text))) return 'dateForCode';
  return hasLostZeros(target, text) ? 'lostZeros' : undefined;
}

/** A number fits a code of digits of a given length, but may have been another code where that may be longer or have letters. */
function damageOfNumber(target: Target, text: string, type: CellType | undefined): Rule | undefined {
  if (type !== 'number' && type !== 'exponent') return undefined;
  if (type === 'number' && text.length > MAX_DOUBTFUL_DIGITS) return undefined;
  if (/^\d+$/.test(text)) {
    const digits = text.replace(/(?<!0)0+$/, '') || '0';
    const others = [`0${text}`, `${digits}E${text.length - digits.length}`];
    if (!others.some((other) => fits(target, other) && isShort(target, other))) return undefined;
  }
  return type === 'exponent' ? 'scientificNotation' : 'numberForCode';
}

const isShort = ({ schema: { maxLength = Number.POSITIVE_INFINITY } }: Target, text: string) =>
  text.length <= maxLength;

const isNoText = (target: Target, text: string) => target.form !== 'text' || /[.+]/.test(text) || !fits(target, text);

const isCode = ({ value }: Target) => value.isCode || value.searched.includes('');

function hasLostZeros(target: Target, text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  const padded = Array.from({ length: longest }, (_, index) => text.padStart(index + 1, '0'));
  return padded.some((code) => code.length > text.length && fits(target, code));
}
