import { splitTexts } from '#columns/cells.ts';
import type { CellFormat, Target } from '#columns/targets.ts';
import { isTooDeep } from '#http/bodies.ts';
import type { Rule } from '#http/contract.ts';
import { isStorableTimestamp } from '#http/validators.ts';
import type { CellType } from '../file-model.ts';

const patterns = new Map<string, RegExp>();

/** Whether a text is of the contract's pattern, where it has one. */
export function fits({ schema: { pattern } }: Target, text: string): boolean {
  if (pattern === undefined) return true;
  const compiled = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, compiled);
  return compiled.test(text);
}

const SCIENTIFIC = /^[+-]?\d(\.\d+)?E[+-]\d{2,}$/i;
const MONTH = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DATE_FORMS = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ].*)?$/,
  /^\d{1,2}[-/]\d{1,2}([-/]\d{2,4})?$/,
  new RegExp(`^(\\d{1,2}-)?${MONTH}(-\\d{2,4})?$`, 'i'),
  /^(\d{4}年)?\d{1,2}月(\d{1,2}日)?$/,
];
// as it writes them and no code is kept
const SPREADSHEET_DATE = new RegExp(`^(\\d{1,2}-${MONTH}(-\\d{2,4})?|${MONTH}-\\d{2,4})$`);
// codes of digits alone are not longer
const MAX_DIGITS = 12;
// UIC codes, of seven digits, are codes of stations too
const MAX_DOUBTFUL_DIGITS = 6;

/** What a spreadsheet seems to have made of a value that looked like a number or a date; undefined where nothing. */
function detectSpreadsheetCorruption(target: Target, text: string, type?: CellType): Rule | undefined {
  if (SCIENTIFIC.test(text) && isNotPlainText(target, text)) return 'scientificNotation';
  if (!isCode(target)) return undefined;
  if (target.value.isCode && (type === 'date' || SPREADSHEET_DATE.test(text))) return 'dateForCode';
  if (fits(target, text)) return detectNumberCorruption(target, text, type);
  if (DATE_FORMS.some((DATE) => DATE.test(text))) return 'dateForCode';
  return hasLostZeros(target, text) ? 'lostZeros' : undefined;
}

/** A number fits a code of digits of a given length, but may have been another code where that may be longer or have letters. */
function detectNumberCorruption(target: Target, text: string, type: CellType | undefined): Rule | undefined {
  if (type !== 'number' && type !== 'exponent') return undefined;
  if (type === 'number' && text.length > MAX_DOUBTFUL_DIGITS) return undefined;
  if (/^\d+$/.test(text)) {
    const digits = text.replace(/(?<!0)0+$/, '') || '0';
    const originals = [`0${text}`, `${digits}E${text.length - digits.length}`];
    if (!originals.some((other) => fits(target, other) && isShort(target, other))) return undefined;
  }
  return type === 'exponent' ? 'scientificNotation' : 'numberForCode';
}

const isShort = ({ schema: { maxLength = Number.POSITIVE_INFINITY } }: Target, text: string) =>
  text.length <= maxLength;

const isNotPlainText = (target: Target, text: string) =>
  target.cellFormat !== 'text' || /[.+]/.test(text) || !fits(target, text);

const isCode = ({ value }: Target) => value.isCode || value.searchedMembers.includes('');

function hasLostZeros(target: Target, text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  const padded = Array.from({ length: MAX_DIGITS }, (_, index) => text.padStart(index + 1, '0'));
  return padded.some((code) => code.length > text.length && fits(target, code));
}

const DAY = String.raw`(\d{4})[-/](\d{1,2})[-/](\d{1,2})`;
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?`;
const DATE = new RegExp(`^${DAY}(?:[T ]00?:00(?::00(?:\\.0+)?)?Z?)?$`, 'i');
const TIME = new RegExp(`^${DAY}[T ]${CLOCK}$`, 'i');

const twoDigits = (digits = '') => digits.padStart(2, '0');

/** `2026/3/1` as `2026-03-01`; what is no date of year, month and day is left as it is. */
function readDate(text: string): string {
  const [, year, MONTH, of] = DATE.exec(text) ?? [];
  return year ? `${year}-${twoDigits(MONTH)}-${twoDigits(of)}` : text;
}

/** `2026/3/1 8:00` as `2026-03-01T08:00:00Z`, without a zone by UTC; what is no date with a time is left as it is. */
function readTime(text: string): string {
  const [, year, MONTH, of, hour, minute, second, fraction = '', zone = 'Z'] = TIME.exec(text) ?? [];
  if (!year) return text;
  const offset = zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  return `${year}-${twoDigits(MONTH)}-${twoDigits(of)}T${twoDigits(hour)}:${minute}:${second ?? '00'}${fraction}${offset}`;
}

/** A value of the contract, or why the text is none. What the contract's schema tells by itself is left to it. */
export type ReadResult = { value: unknown } | { rule: Rule };

const BOOLEAN_WORDS = new Map([
  ...['true', 't', 'yes', 'y', '1', '是'].map((word): [string, boolean] => [word, true]),
  ...['false', 'f', 'no', 'n', '0', '否'].map((word): [string, boolean] => [word, false]),
]);

const READERS: Record<CellFormat, (text: string, target: Target) => ReadResult> = {
  text: (text, { schema }) => ({ value: schema.enum?.find((word) => isSameWord(word, text)) ?? text }),
  texts: (text) => ({ value: splitTexts(text) }),
  json: readJson,
  boolean: (text) => valueOr('notBoolean', BOOLEAN_WORDS.get(text.toLowerCase())),
  // thousands are not told from decimals by guessing
  number: (text) => valueOr('notNumber', /^[+-]?(\d+(\.\d+)?|\.\d+)$/.test(text) ? Number(text) : undefined),
  decimal: (text) => ({ value: text.replace(/^\+/, '').replace(/^\./, '0.') }),
  date: (text) => ({ value: readDate(text) }),
  time: (text) => valueOr('notTime', [readTime(text)].find(isStorableTimestamp)),
};

/** A cell's text as a value for its target, null where it is empty. */
export function readText(target: Target, cell: string, type?: CellType): ReadResult {
  // spaces around it are a part of a text only where the contract has them
  const text = target.cellFormat === 'text' && target.schema.pattern && fits(target, cell) ? cell : cell.trim();
  if (text === '') return { value: null };
  const rule = detectSpreadsheetCorruption(target, text, type);
  return rule ? { rule } : READERS[target.cellFormat](text, target);
}

const isSameWord = (word: string, text: string) => String(word).toLowerCase() === text.toLowerCase();

const valueOr = (rule: Rule, value: unknown): ReadResult => (value === undefined ? { rule } : { value });

function readJson(text: string): ReadResult {
  try {
    const value = JSON.parse(text);
    return isTooDeep(value) ? { rule: 'notJson' } : { value };
  } catch {
    return { rule: 'notJson' };
  }
}
