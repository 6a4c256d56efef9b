import { hash } from 'node:crypto';
import type { Entity, Field } from '#crud/model.ts';
import { refersToItself } from '#crud/references/reference-paths.ts';
import { keyOf } from '#crud/rows.ts';
import type { CellProblem } from '../columns/parse-raw-record.ts';
import type { FileLine } from '../file-model.ts';
import type { StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { createLineWeigher, type Layout } from '../values/raw-record-reader.ts';

/** For an entity that refers to itself: the rows that refer to records of other rows, and the codes of the file's new records. */
export interface AwaitedReferences {
  rows: AwaitingRows;
  newCodes: CodeSet;
}

export const createAwaitedReferences = (): AwaitedReferences => ({ rows: new AwaitingRows(), newCodes: new CodeSet() });

/** A set of codes, stored as hashes, as a file may have a million. */
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

/** The size of an entry: a row number, and two words of the hash of a code that the row waits for. */
const ENTRY_WORDS = 3;

/** The rows that refer to records which other rows of the file may create, in a tenth of the memory that objects would take. */
class AwaitingRows {
  #words = new Uint32Array(ENTRY_WORDS * 256);
  #length = 0;

  add(n: number, codes: string[]): void {
    for (const code of codes) this.#push(n, ...hashOf(code));
  }

  /** Removes the rows for which `matches` is true of one of their codes, and returns their numbers. */
  take(matches: (n: number, code: TextHash) => boolean): number[] {
    const words = this.#words;
    const takenRows = new Set<number>();
    for (let offset = 0; offset < this.#length; offset += ENTRY_WORDS) {
      const [n = 0, first = 0, second = 0] = words.subarray(offset, offset + ENTRY_WORDS);
      if (matches(n, [first, second])) takenRows.add(n);
    }
    if (takenRows.size === 0) return [];
    let end = 0;
    for (let offset = 0; offset < this.#length; offset += ENTRY_WORDS) {
      if (takenRows.has(words[offset] ?? 0)) continue;
      words.copyWithin(end, offset, offset + ENTRY_WORDS);
      end += ENTRY_WORDS;
    }
    this.#length = end;
    return [...takenRows];
  }

  #push(n: number, first: number, second: number): void {
    if (this.#length === this.#words.length) {
      const oldWords = this.#words;
      this.#words = new Uint32Array(oldWords.length * 2);
      this.#words.set(oldWords);
    }
    this.#words.set([n, first, second], this.#length);
    this.#length += ENTRY_WORDS;
  }
}

const codeOf = ({ values }: Candidate) => String(values?.fields.code ?? '');

/** Adds the code that a row creates and the codes that it waits for. */
export function addAwaitedReferences(
  awaited: AwaitedReferences,
  entity: Entity,
  { n, state }: StoredRow,
  candidate: Candidate,
): void {
  if (!refersToItself(entity) || state === 'refused' || state === 'conflicting') return;
  if (state === 'new') awaited.newCodes.add(codeOf(candidate));
  awaited.rows.add(
    n,
    candidate.pendingReferences.filter(({ mayBeCreatedByFile }) => mayBeCreatedByFile).map(({ code }) => code),
  );
}

/** Removes and returns the rows that wait for codes which the file does not create. */
export const takeUnresolvableRows = ({ rows, newCodes }: AwaitedReferences): number[] =>
  rows.take((_, code) => !newCodes.hasHash(code));

/** The size of a slot: two words of the text's hash, then the line, which is 0 in a free slot, and the row. */
const SLOT_WORDS = 4;
const INITIAL_SLOTS = 1024;

/** A row's line in the file and its number in the report, both 1-based. */
export interface RowNumbers {
  line: number;
  n: number;
}

/**
 * A map from texts to the rows where a file has them first, in a tenth of the memory of a `Map`, as a file may have a million texts.
 * Texts are compared by 64 bits of their hash: a collision among a million texts is expected once in 40 million files.
 */
export class LineIndex {
  #slots = INITIAL_SLOTS;
  #words = new Uint32Array(INITIAL_SLOTS * SLOT_WORDS);
  #count = 0;

  get(text: string): RowNumbers | undefined {
    return this.getByHash(hashOf(text));
  }

  getByHash(hashOfText: TextHash): RowNumbers | undefined {
    const offset = this.#slotOf(...hashOfText);
    const [line = 0, n = 0] = this.#words.subarray(offset + 2, offset + SLOT_WORDS);
    return line > 0 ? { line, n } : undefined;
  }

  set(text: string, { line, n }: RowNumbers): void {
    if (!this.get(text) && 2 * ++this.#count > this.#slots) this.#grow();
    this.#put(...hashOf(text), line, n);
  }

  #put(first: number, second: number, line: number, n: number): void {
    this.#words.set([first, second, line, n], this.#slotOf(first, second));
  }

  /** Returns the offset of the slot that contains a hash, or of the free slot for it. */
  #slotOf(first: number, second: number): number {
    const words = this.#words;
    for (let slot = first % this.#slots; ; slot = (slot + 1) % this.#slots) {
      const offset = slot * SLOT_WORDS;
      if (words[offset + 2] === 0 || (words[offset] === first && words[offset + 1] === second)) return offset;
    }
  }

  #grow(): void {
    const oldWords = this.#words;
    this.#slots *= 2;
    this.#words = new Uint32Array(this.#slots * SLOT_WORDS);
    for (let offset = 0; offset < oldWords.length; offset += SLOT_WORDS) {
      const [first = 0, second = 0, line = 0, n = 0] = oldWords.subarray(offset, offset + SLOT_WORDS);
      if (line > 0) this.#put(first, second, line, n);
    }
  }
}

type TextHash = [first: number, second: number];

function hashOf(text: string): TextHash {
  const digest = hash('sha1', text, 'buffer');
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
}

/** Returns the problem of a row whose value also occurs in another line. */
export const duplicateInFile = (pointer: string, line: number): CellProblem => ({
  column: undefined,
  pointer,
  rule: 'duplicateInFile',
  parameters: { line },
});

interface KeyText {
  pointer: string;
  text: string;
  /** The first line of each text. */
  lines: LineIndex;
}

/** Creates an index of keys and unique values that detects rows which repeat those of an earlier row. */
export function createFileKeys(keyField: string, uniqueFields: Field[], preferredLineOf?: PreferredLineOf) {
  const keyLines = new LineIndex();
  const firstRepeatLineByRow = new Map<number, number>();
  const valueLines = new Map(uniqueFields.map(({ name }) => [name, new LineIndex()]));

  const keyTextsOf = (candidate: Candidate): KeyText[] => [
    ...(candidate.key === undefined ? [] : [{ pointer: `/${keyField}`, lines: keyLines, text: candidate.key }]),
    ...[...valueLines].flatMap(([name, lines]) => {
      const text = candidate.values?.fields[name];
      return typeof text === 'string' ? [{ pointer: `/${name}`, lines, text }] : [];
    }),
  ];

  return {
    /** For each row whose key occurs again, by the row's number: the first line that repeats the key. A person has to choose one of them. */
    firstRepeatLineByRow,
    /** Adds a row without problems to the index; if an earlier row has the same value or the preset prefers another line, the row gets a problem. */
    add(candidate: Candidate, position: RowNumbers & { cells: string[] }): void {
      if (candidate.problems.length > 0) return;
      const preferredLine = preferredLineOf?.(position);
      if (preferredLine !== undefined) {
        candidate.problems.push(duplicateInFile(`/${keyField}`, preferredLine));
        return;
      }
      const keyTexts = keyTextsOf(candidate);
      for (const { pointer, lines, text } of keyTexts) {
        const earlier = lines.get(text);
        if (earlier === undefined) continue;
        candidate.problems.push(duplicateInFile(pointer, earlier.line));
        if (lines === keyLines && !firstRepeatLineByRow.has(earlier.n))
          firstRepeatLineByRow.set(earlier.n, position.line);
        return;
      }
      for (const { lines, text } of keyTexts) lines.set(text, position);
    },
  };
}

/** Returns the line that a preset prefers to this one, if another one with the same key has a greater weight. */
export type PreferredLineOf = (line: Pick<FileLine, 'line' | 'cells'>) => number | undefined;

/** Reads all lines to find the heaviest ones with the same key, by the weights of a preset. */
export async function findPreferredLines(
  entity: Entity,
  layout: Layout,
  lines: () => Promise<AsyncIterable<FileLine[]>>,
): Promise<PreferredLineOf | undefined> {
  const weigh = createLineWeigher(layout);
  if (!weigh) return undefined;
  const weighLine = (line: Pick<FileLine, 'cells'>) => {
    const { rawRecord, weight } = weigh(line);
    return { key: rawRecord && !rawRecord.refused ? keyOf(entity, rawRecord.values) : undefined, weight };
  };
  const heaviestLines = new LineIndex();
  /** Keys for which several lines have the greatest weight. */
  const ties = new Set<string>();
  for await (const batch of await lines()) {
    for (const line of batch) {
      const { key, weight } = weighLine(line);
      if (key === undefined) continue;
      const earlier = heaviestLines.get(key);
      if (earlier && weight === earlier.n) ties.add(key);
      if (earlier && weight <= earlier.n) continue;
      heaviestLines.set(key, { line: line.line, n: weight });
      ties.delete(key);
    }
  }
  return (line) => {
    const { key } = weighLine(line);
    if (key === undefined || ties.has(key)) return undefined;
    const preferredLine = heaviestLines.get(key)?.line;
    return preferredLine === line.line ? undefined : preferredLine;
  };
}
