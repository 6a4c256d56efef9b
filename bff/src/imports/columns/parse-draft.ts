import { targetOf } from '#columns/targets.ts';
import type { Entity, Fields } from '#crud/model.ts';
import type { Rule, Schemas } from '#http/contract.ts';
import type { TextParameters } from '#http/problem.ts';
import { type Draft, UNDECODABLE } from '../types.ts';
import { notAStatus, readStatus, STATUS_TARGET } from './read-status.ts';
import { type Read, readText } from './read-text.ts';

/** What is wrong with what a file says. */
export interface CellProblem {
  /** Its place in the line, from 0; undefined where no single cell is to blame. */
  column: number | undefined;
  /** JSON pointer into the record. */
  pointer: string | undefined;
  rule: Rule;
  parameters?: TextParameters;
}

/** What a file gives of a record. */
export interface Parsed {
  /** Whole fields by name, null for what it empties. */
  body: Fields;
  /** Parts of fields by JSON pointer, such as `/locales/en/name`; null for what it empties. */
  parts: Record<string, unknown>;
  /** That the record is to have. */
  status?: Schemas['Status'];
  problems: CellProblem[];
}

/** A draft's texts as values of the contract; what cannot be one is told in `problems` and left out. */
export function parseDraft(entity: Entity, { values, from, types }: Draft): Parsed {
  const parsed: Parsed = { body: {}, parts: {}, problems: [] };
  for (const [key, text] of Object.entries(values)) {
    if (key === STATUS_TARGET) {
      const status = readStatus(text);
      if (status === undefined) parsed.problems.push(notAStatus(text, from[key]?.[0]));
      else if (status !== null) parsed.status = status;
      continue;
    }
    const target = targetOf(entity, key);
    if (!target) throw new Error(`No column fills “${key}” of ${entity.key}.`);
    const { pointer, isPart } = target;
    const read: Read = text.includes(UNDECODABLE) ? { rule: 'undecodable' } : readText(target, text, types?.[key]);
    if ('rule' in read)
      parsed.problems.push({ column: from[key]?.[0], pointer, rule: read.rule, parameters: { value: text } });
    else if (isPart) parsed.parts[pointer] = read.value;
    else parsed.body[key] = read.value;
  }
  return parsed;
}
