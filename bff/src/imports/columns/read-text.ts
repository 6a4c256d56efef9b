import { splitTexts } from '#columns/cells.ts';
import type { Form, Target } from '#columns/targets.ts';
import { isTooDeep } from '#http/body.ts';
import type { Rule } from '#http/contract.ts';
import { isMoment } from '#http/validators.ts';
import type { CellType } from '../types.ts';
import { damageOf } from './damage.ts';
import { readDate, readTime } from './date-texts.ts';
import { fits } from './fits.ts';

/** A value of the contract, or why the text is none. What the contract's schema tells by itself is left to it. */
export type Read = { value: unknown } | { rule: Rule };

const truths = new Map([
  ...['true', 't', 'yes', 'y', '1', '是'].map((word): [string, boolean] => [word, true]),
  ...['false', 'f', 'no', 'n', '0', '否'].map((word): [string, boolean] => [word, false]),
]);

const readers: Record<Form, (text: string, target: Target) => Read> = {
  text: (text, { schema }) => ({ value: schema.enum?.find((word) => isAlike(word, text)) ?? text }),
  texts: (text) => ({ value: splitTexts(text) }),
  json: readJson,
  boolean: (text) => valueOr('notBoolean', truths.get(text.toLowerCase())),
  // thousands are not told from decimals by guessing
  number: (text) => valueOr('notNumber', /^[+-]?(\d+(\.\d+)?|\.\d+)$/.test(text) ? Number(text) : undefined),
  decimal: (text) => ({ value: text.replace(/^\+/, '').replace(/^\./, '0.') }),
  date: (text) => ({ value: readDate(text) }),
  time: (text) => valueOr('notTime', [readTime(text)].find(isMoment)),
};

/** A cell's text as a value for its target, null where it is empty. */
export function readText(target: Target, cell: string, type?: CellType): Read {
  // spaces around it are a part of a text only where the contract has them
  const text = target.form === 'text' && target.schema.pattern && fits(target, cell) ? cell : cell.trim();
  if (text === '') return { value: null };
  const rule = damageOf(target, text, type);
  return rule ? { rule } : readers[target.form](text, target);
}

const isAlike = (word: string, text: string) => String(word).toLowerCase() === text.toLowerCase();

const valueOr = (rule: Rule, value: unknown): Read => (value === undefined ? { rule } : { value });

function readJson(text: string): Read {
  try {
    const value = JSON.parse(text);
    return isTooDeep(value) ? { rule: 'notJson' } : { value };
  } catch {
    return { rule: 'notJson' };
  }
}
