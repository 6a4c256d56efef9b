import { readAt } from '#crud/pointers.ts';
import type { CellFormat, ColumnTarget } from './targets.ts';

/** A value in a table; '' if it is empty. */
export interface Cell {
  text: string;
  /** Whether a spreadsheet may hold it as a number without losing digits. */
  isNumber: boolean;
}

// the number of decimal digits that a double always preserves
const SAFE_DIGITS = 15;

const isExact = (text: string) => text.replace('.', '').replace(/^0+/, '').length <= SAFE_DIGITS;

/** Formats a value of the contract so that `readText` of the imports (imports/columns/read-text.ts) can parse it. */
function toCell(cellFormat: CellFormat, value: unknown): Cell {
  if (value === null || value === undefined) return { text: '', isNumber: false };
  if (cellFormat === 'number') return { text: String(value), isNumber: true };
  if (cellFormat === 'decimal') return { text: String(value), isNumber: isExact(String(value)) };
  return { text: formatText(cellFormat, value), isNumber: false };
}

function formatText(cellFormat: CellFormat, value: unknown): string {
  // the casts: the contract guarantees these types for the formats
  if (cellFormat === 'texts') return joinTexts(value as string[]);
  if (cellFormat === 'json') return Object.keys(value as object).length > 0 ? JSON.stringify(value) : '';
  return String(value);
}

/** Formats a record as a row of a table with these columns. */
export const formatRecord = (columns: Pick<ColumnTarget, 'pointer' | 'cellFormat'>[], record: object): Cell[] =>
  columns.map(({ pointer, cellFormat }) => toCell(cellFormat, readAt(record, pointer)));

const SEPARATOR = ';';

/** Joins texts with semicolons; semicolons and backslashes inside are escaped with a backslash. */
export function joinTexts(texts: string[]): string {
  const joined = texts.map((text) => text.replaceAll(/[\\;]/g, '\\$&')).join(SEPARATOR);
  // a text that would be parsed as JSON is written as JSON
  return joined.startsWith('[') ? JSON.stringify(texts) : joined;
}

/** Splits a text that `joinTexts` has joined, or parses a JSON list. */
export function splitTexts(text: string): unknown[] {
  if (text.startsWith('[')) {
    const list = parseJsonList(text);
    if (list) return list;
  }
  return splitUnescaped(text)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function splitUnescaped(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (character === SEPARATOR) {
      parts.push(part + text.slice(start, index));
      part = '';
      start = index + 1;
    } else if (character === '\\' && (next === '\\' || next === SEPARATOR)) {
      part += text.slice(start, index);
      index++;
      start = index;
    }
  }
  return [...parts, part + text.slice(start)];
}

function parseJsonList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
