import { hash } from 'node:crypto';
import type { Entity } from '#crud/model.ts';
import type { StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';

/** Of a kind that refers to itself: which rows wait for which, and what the file brings in. */
export interface WaitingState {
  rows: WaitingRows;
  newCodes: CodeSet;
}

export const noWaitingRows = (): WaitingState => ({ rows: new WaitingRows(), newCodes: new CodeSet() });

/** Codes by their hashes, as a file may bring in a million. */
class CodeSet {
  #index = new LineIndex();

  has = (code: string): boolean => this.hasHash(hashOf(code));

  hasHash(hash: TextHash): boolean {
    return this.#index.getByHash(hash)?.n === 1;
  }

  add(code: string): void {
    this.#index.set(code, { line: 1, n: 1 });
  }

  delete(code: string): void {
    if (this.has(code)) this.#index.set(code, { line: 1, n: 0 });
  }
}

/** Of an entry: the row, and two words of the hash of a code that it waits for. */
const ENTRY_WORDS = 3;

/** Rows that refer to what other rows of the file may bring in, in a tenth of the memory that objects take. */
class WaitingRows {
  #words = new Uint32Array(ENTRY_WORDS * 256);
  #length = 0;

  add(n: number, codes: string[]): void {
    for (const code of codes) this.#push(n, ...hashOf(code));
  }

  /** Takes out the rows for which this holds of one of their codes, and answers their numbers. */
  take(isWithoutReference: (n: number, code: TextHash) => boolean): number[] {
    const words = this.#words;
    const lostRows = new Set<number>();
    for (let at = 0; at < this.#length; at += ENTRY_WORDS) {
      const [n = 0, first = 0, second = 0] = words.subarray(at, at + ENTRY_WORDS);
      if (isWithoutReference(n, [first, second])) lostRows.add(n);
    }
    if (lostRows.size === 0) return [];
    let end = 0;
    for (let at = 0; at < this.#length; at += ENTRY_WORDS) {
      if (lostRows.has(words[at] ?? 0)) continue;
      words.copyWithin(end, at, at + ENTRY_WORDS);
      end += ENTRY_WORDS;
    }
    this.#length = end;
    return [...lostRows];
  }

  #push(n: number, first: number, second: number): void {
    if (this.#length === this.#words.length) {
      const previousWords = this.#words;
      this.#words = new Uint32Array(previousWords.length * 2);
      this.#words.set(previousWords);
    }
    this.#words.set([n, first, second], this.#length);
    this.#length += ENTRY_WORDS;
  }
}

/** Whether records of a kind refer to others of it. */
export const refersToItself = ({ key, fields }: Entity) =>
  fields.some(({ reference, list }) => (reference ?? list?.reference) === key);

const codeOf = ({ values }: Candidate) => String(values?.fields.code ?? '');

/** Takes down what a row brings in, and what it waits for. */
export function addWaiting(waiting: WaitingState, entity: Entity, { n, state }: StoredRow, candidate: Candidate): void {
  if (!refersToItself(entity) || state === 'refused' || state === 'conflicting') return;
  if (state === 'new') waiting.newCodes.add(codeOf(candidate));
  waiting.rows.add(
    n,
    candidate.pendingReferences.filter(({ mayBeInFile }) => mayBeInFile).map(({ code }) => code),
  );
}

/** Takes out the rows that wait for what does not come. */
export const takeWithoutReference = ({ rows, newCodes }: WaitingState): number[] =>
  rows.take((_, code) => !newCodes.hasHash(code));

/** Of a slot: two words of the text's hash, then the line and the row; 0 where the slot is free. */
const SLOT_WORDS = 4;
const FIRST_SLOTS = 1024;

/** A row of a file: its line, and its number in the report, both from 1. */
export interface RowPlace {
  line: number;
  n: number;
}

/**
 * By a text the row where a file has it first, in a tenth of the memory that a Map takes, as a file may have a million texts.
 * Texts are told apart by 64 bits of their hash: two of a million are taken for the same once in 40 million files.
 */
export class LineIndex {
  #slots = FIRST_SLOTS;
  #words = new Uint32Array(FIRST_SLOTS * SLOT_WORDS);
  #count = 0;

  get(text: string): RowPlace | undefined {
    return this.getByHash(hashOf(text));
  }

  getByHash(hashOfText: TextHash): RowPlace | undefined {
    const at = this.#slotOf(...hashOfText);
    const [line = 0, n = 0] = this.#words.subarray(at + 2, at + SLOT_WORDS);
    return line > 0 ? { line, n } : undefined;
  }

  set(text: string, { line, n }: RowPlace): void {
    if (!this.get(text) && 2 * ++this.#count > this.#slots) this.#grow();
    this.#put(...hashOf(text), line, n);
  }

  #put(first: number, second: number, line: number, n: number): void {
    this.#words.set([first, second, line, n], this.#slotOf(first, second));
  }

  /** Where a hash is, or would be. */
  #slotOf(first: number, second: number): number {
    const words = this.#words;
    for (let slot = first % this.#slots; ; slot = (slot + 1) % this.#slots) {
      const at = slot * SLOT_WORDS;
      if (words[at + 2] === 0 || (words[at] === first && words[at + 1] === second)) return at;
    }
  }

  #grow(): void {
    const previousWords = this.#words;
    this.#slots *= 2;
    this.#words = new Uint32Array(this.#slots * SLOT_WORDS);
    for (let at = 0; at < previousWords.length; at += SLOT_WORDS) {
      const [first = 0, second = 0, line = 0, n = 0] = previousWords.subarray(at, at + SLOT_WORDS);
      if (line > 0) this.#put(first, second, line, n);
    }
  }
}

type TextHash = [first: number, second: number];

function hashOf(text: string): TextHash {
  const digest = hash('sha1', text, 'buffer');
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
}
