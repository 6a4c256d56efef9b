import type { EntityRecord } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import type { CellFormat, ImportTarget } from './targets.ts';

/** A value in a table; '' for what is empty. */
export interface Cell {
  text: string;
  /** Whether a spreadsheet may hold it as a number without losing digits. */
  isNumber: boolean;
}

// significant decimal digits that a double always keeps
const SAFE_DIGITS = 15;

const isExact = (text: string) => text.replace('.', '').replace(/^0+/, '').length <= SAFE_DIGITS;

/** A value of the contract as it stands in a table, so that `readText` gives it back. */
function toCell(cellFormat: CellFormat, value: unknown): Cell {
  if (value === null || value === undefined) return { text: '', isNumber: false };
  if (cellFormat === 'number') return { text: String(value), isNumber: true };
  if (cellFormat === 'decimal') return { text: String(value), isNumber: isExact(String(value)) };
  return { text: textOf(cellFormat, value), isNumber: false };
}

function textOf(cellFormat: CellFormat, value: unknown): string {
  // the contract has it that such a value is a list of texts
  if (cellFormat === 'texts') return joinTexts(value as string[]);
  if (cellFormat === 'json') return Object.keys(value as object).length > 0 ? JSON.stringify(value) : '';
  return String(value);
}

/** A record as a row of a table with these columns. */
export const formatRecord = (columns: Pick<ImportTarget, 'pointer' | 'cellFormat'>[], record: EntityRecord): Cell[] =>
  columns.map(({ pointer, cellFormat }) => toCell(cellFormat, readAt(record, pointer)));

const SEPARATOR = ';';

/** Texts with semicolons between them; one inside a text follows a backslash, as a backslash does. */
export function joinTexts(texts: string[]): string {
  const joined = texts.map((text) => text.replaceAll(/[\\;]/g, '\\$&')).join(SEPARATOR);
  // what would be read as JSON is written as JSON
  return joined.startsWith('[') ? JSON.stringify(texts) : joined;
}

/** The texts that `joinTexts` joined, or of a list in JSON. */
export function splitTexts(text: string): unknown[] {
  if (text.startsWith('[')) {
    const list = listIn(text);
    if (list) return list;
  }
  return unescapedParts(text)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function unescapedParts(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    const next = text.charAt(at + 1);
    if (mark === SEPARATOR) {
      parts.push(part + text.slice(from, at));
      part = '';
      from = at + 1;
    } else if (mark === '\\' && (next === '\\' || next === SEPARATOR)) {
      part += text.slice(from, at);
      at++;
      from = at;
    }
  }
  return [...parts, part + text.slice(from)];
}

function listIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
