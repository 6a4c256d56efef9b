import { splitTexts } from '#columns/cells.ts';
import type { CellFormat, ColumnTarget } from '#columns/targets.ts';
import { isTooDeep } from '#http/bodies.ts';
import type { Rule } from '#http/contract.ts';
import { isStorableTimestamp } from '#http/validators.ts';
import type { CellType } from '../file-model.ts';

const patterns = new Map<string, RegExp>();

/** Whether a text matches the contract's pattern, if there is one. */
export function matchesPattern({ schema: { pattern } }: ColumnTarget, text: string): boolean {
  if (pattern === undefined) return true;
  const compiled = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, compiled);
  return compiled.test(text);
}

const SCIENTIFIC = /^[+-]?\d(\.\d+)?E[+-]\d{2,}$/i;
const MONTH = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DATE_PATTERNS = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ].*)?$/,
  /^\d{1,2}[-/]\d{1,2}([-/]\d{2,4})?$/,
  new RegExp(`^(\\d{1,2}-)?${MONTH}(-\\d{2,4})?$`, 'i'),
  /^(\d{4}年)?\d{1,2}月(\d{1,2}日)?$/,
];
// dates as spreadsheets write them, in a form that no code has
const SPREADSHEET_DATE = new RegExp(`^(\\d{1,2}-${MONTH}(-\\d{2,4})?|${MONTH}-\\d{2,4})$`);
// numeric codes have no more digits
const MAX_DIGITS = 12;
// a longer number is a plausible code: UIC codes of stations have seven digits
const MAX_SUSPECT_DIGITS = 6;

/** Detects what a spreadsheet has made of a value that looked like a number or a date; undefined if nothing. */
function detectSpreadsheetCorruption(target: ColumnTarget, text: string, type?: CellType): Rule | undefined {
  if (SCIENTIFIC.test(text) && isNotPlainText(target, text)) return 'scientificNotation';
  if (!isCode(target)) return undefined;
  if (target.value.isUpperCase && (type === 'date' || SPREADSHEET_DATE.test(text))) return 'dateForCode';
  if (matchesPattern(target, text)) return detectNumberCorruption(target, text, type);
  if (DATE_PATTERNS.some((pattern) => pattern.test(text))) return 'dateForCode';
  return hasLostZeros(target, text) ? 'lostZeros' : undefined;
}

/** Detects a number that may have been another code before, with leading zeros or with an `E`. */
function detectNumberCorruption(target: ColumnTarget, text: string, type: CellType | undefined): Rule | undefined {
  if (type !== 'number' && type !== 'exponent') return undefined;
  if (type === 'number' && text.length > MAX_SUSPECT_DIGITS) return undefined;
  if (/^\d+$/.test(text)) {
    const digits = text.replace(/(?<!0)0+$/, '') || '0';
    const originals = [`0${text}`, `${digits}E${text.length - digits.length}`];
    if (!originals.some((other) => matchesPattern(target, other) && isWithinMaxLength(target, other))) return undefined;
  }
  return type === 'exponent' ? 'scientificNotation' : 'numberForCode';
}

const isWithinMaxLength = ({ schema: { maxLength = Number.POSITIVE_INFINITY } }: ColumnTarget, text: string) =>
  text.length <= maxLength;

const isNotPlainText = (target: ColumnTarget, text: string) =>
  target.cellFormat !== 'text' || /[.+]/.test(text) || !matchesPattern(target, text);

const isCode = ({ value }: ColumnTarget) => value.isUpperCase || value.isSearchedAsCode;

function hasLostZeros(target: ColumnTarget, text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  const padded = Array.from({ length: MAX_DIGITS }, (_, index) => text.padStart(index + 1, '0'));
  return padded.some((code) => code.length > text.length && matchesPattern(target, code));
}

const DAY = String.raw`(\d{4})[-/](\d{1,2})[-/](\d{1,2})`;
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?`;
const DATE = new RegExp(`^${DAY}(?:[T ]00?:00(?::00(?:\\.0+)?)?Z?)?$`, 'i');
const TIME = new RegExp(`^${DAY}[T ]${CLOCK}$`, 'i');

const twoDigits = (digits = '') => digits.padStart(2, '0');

/** Turns `2026/3/1` into `2026-03-01`; a text that is no date stays as it is. */
function readDate(text: string): string {
  const [, year, month, day] = DATE.exec(text) ?? [];
  return year ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : text;
}

/** Turns `2026/3/1 8:00` into `2026-03-01T08:00:00Z`, in UTC by default; a text that is no date with a time stays as it is. */
function readTime(text: string): string {
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = TIME.exec(text) ?? [];
  if (!year) return text;
  const offset = zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  return `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${minute}:${second ?? '00'}${fraction}${offset}`;
}

/** A value of the contract, or the rule that the text breaks. Rules of the contract's schema are checked later. */
export type ReadResult = { value: unknown } | { rule: Rule };

const BOOLEAN_WORDS = new Map([
  ...['true', 't', 'yes', 'y', '1', '是'].map((word): [string, boolean] => [word, true]),
  ...['false', 'f', 'no', 'n', '0', '否'].map((word): [string, boolean] => [word, false]),
]);

const READERS: Record<CellFormat, (text: string, target: ColumnTarget) => ReadResult> = {
  text: (text, { schema }) => ({ value: schema.enum?.find((word) => isSameWord(word, text)) ?? text }),
  texts: (text) => ({ value: splitTexts(text) }),
  json: readJson,
  boolean: (text) => valueOrRule('notBoolean', BOOLEAN_WORDS.get(text.toLowerCase())),
  // commas are refused, as they may separate thousands or decimals
  number: (text) => valueOrRule('notNumber', /^[+-]?(\d+(\.\d+)?|\.\d+)$/.test(text) ? Number(text) : undefined),
  decimal: (text) => ({ value: text.replace(/^\+/, '').replace(/^\./, '0.') }),
  date: (text) => ({ value: readDate(text) }),
  time: (text) => valueOrRule('notTime', [readTime(text)].find(isStorableTimestamp)),
};

/** Parses a cell's text into a value for its target, null if it is empty. */
export function readText(target: ColumnTarget, cell: string, type?: CellType): ReadResult {
  // surrounding spaces belong to the text only if the contract's pattern allows them
  const text =
    target.cellFormat === 'text' && target.schema.pattern && matchesPattern(target, cell) ? cell : cell.trim();
  if (text === '') return { value: null };
  const rule = detectSpreadsheetCorruption(target, text, type);
  return rule ? { rule } : READERS[target.cellFormat](text, target);
}

const isSameWord = (word: string, text: string) => String(word).toLowerCase() === text.toLowerCase();

const valueOrRule = (rule: Rule, value: unknown): ReadResult => (value === undefined ? { rule } : { value });

function readJson(text: string): ReadResult {
  try {
    const value = JSON.parse(text);
    return isTooDeep(value) ? { rule: 'notJson' } : { value };
  } catch {
    return { rule: 'notJson' };
  }
}
