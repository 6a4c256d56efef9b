import { joinTexts } from './list-text.ts';
import type { Form } from './target.ts';

/** A value in a table; '' for what is empty. */
export interface Cell {
  text: string;
  /** A spreadsheet may reckon with it and loses nothing. */
  isNumber: boolean;
}

// what a double holds of a decimal for certain
const surely = 15;

const isExact = (text: string) => text.replace('.', '').replace(/^0+/, '').length <= surely;

/** A value of the contract as it stands in a table, so that `readText` gives it back. */
export function toCell(form: Form, value: unknown): Cell {
  if (value === null || value === undefined) return { text: '', isNumber: false };
  if (form === 'number') return { text: String(value), isNumber: true };
  if (form === 'decimal') return { text: String(value), isNumber: isExact(String(value)) };
  return { text: textOf(form, value), isNumber: false };
}

function textOf(form: Form, value: unknown): string {
  // the contract has it that such a value is a list of texts
  if (form === 'texts') return joinTexts(value as string[]);
  if (form === 'json') return Object.keys(value as object).length > 0 ? JSON.stringify(value) : '';
  return String(value);
}
