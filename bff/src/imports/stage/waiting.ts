import type { Entity } from '#crud/model.ts';
import type { StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { hashOf, LineIndex, type TextHash } from './line-index.ts';

/** Of a kind that refers to itself: which rows wait for which, and what the file brings in. */
export interface Waiting {
  rows: WaitingRows;
  brought: CodeSet;
}

export const nothingWaiting = (): Waiting => ({ rows: new WaitingRows(), brought: new CodeSet() });

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
const WORDS = 3;

/** Rows that refer to what other rows of the file may bring in, in a tenth of the memory that objects take. */
class WaitingRows {
  #words = new Uint32Array(WORDS * 256);
  #length = 0;

  add(n: number, codes: string[]): void {
    for (const code of codes) this.#push(n, ...hashOf(code));
  }

  /** Takes out the rows for which this holds of one of their codes, and answers their numbers. */
  take(isLost: (n: number, code: TextHash) => boolean): number[] {
    const words = this.#words;
    const lost = new Set<number>();
    for (let at = 0; at < this.#length; at += WORDS) {
      const [n = 0, first = 0, second = 0] = words.subarray(at, at + WORDS);
      if (isLost(n, [first, second])) lost.add(n);
    }
    if (lost.size === 0) return [];
    let end = 0;
    for (let at = 0; at < this.#length; at += WORDS) {
      if (lost.has(words[at] ?? 0)) continue;
      words.copyWithin(end, at, at + WORDS);
      end += WORDS;
    }
    this.#length = end;
    return [...lost];
  }

  #push(n: number, first: number, second: number): void {
    if (this.#length === this.#words.length) {
      const before = this.#words;
      this.#words = new Uint32Array(before.length * 2);
      this.#words.set(before);
    }
    this.#words.set([n, first, second], this.#length);
    this.#length += WORDS;
  }
}

/** Whether records of a kind refer to others of it. */
export const refersToItself = ({ key, fields }: Entity) =>
  fields.some(({ reference, list }) => (reference ?? list?.reference) === key);

const codeOf = ({ values }: Candidate) => String(values?.fields.code ?? '');

/** Takes down what a row brings in, and what it waits for. */
export function noteWaiting(waiting: Waiting, entity: Entity, { n, state }: StoredRow, candidate: Candidate): void {
  if (!refersToItself(entity) || state === 'refused' || state === 'conflicting') return;
  if (state === 'new') waiting.brought.add(codeOf(candidate));
  waiting.rows.add(
    n,
    candidate.awaited.filter(({ inFile }) => inFile).map(({ code }) => code),
  );
}

/** Takes out the rows that wait for what does not come. */
export const takeLost = ({ rows, brought }: Waiting): number[] => rows.take((_, code) => !brought.hasHash(code));
