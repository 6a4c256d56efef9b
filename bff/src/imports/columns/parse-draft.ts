import type { Entity, Fields } from '#crud/entity.ts';
import type { Rule } from '#http/contract.ts';
import type { TextParameters } from '#http/texts.ts';
import type { Draft } from '../types.ts';

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
  problems: CellProblem[];
}

/** A draft's texts as values of the contract; what cannot be one is told in `problems` and left out. */
export function parseDraft(_entity: Entity, _draft: Draft): Parsed {
  throw new Error('parseDraft');
}
