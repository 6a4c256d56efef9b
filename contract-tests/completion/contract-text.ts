import { parse, YAMLError } from 'yaml';
import { bodyOf, type Entry, entriesIn, type Span } from './yaml-lines.ts';

/** The text of the contract as lines that can be replaced and inserted. Untouched lines keep their formatting. */
export class ContractText {
  /** The names of the replaced and inserted parts, for messages. */
  readonly changes = new Set<string>();
  /** Caches the entries below a path of keys until a line changes, because finding them reads the whole document. */
  readonly #entries = new Map<string, Entry[]>();
  #lines: string[];

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Returns the entry at a path of keys. */
  find(...keys: string[]): Entry | undefined {
    return this.entries(...keys.slice(0, -1)).find(({ key }) => key === keys.at(-1));
  }

  /** Returns the entry at a path of keys, or throws if it is missing. */
  get(...keys: string[]): Entry {
    const entry = this.find(...keys);
    if (!entry) throw new ContractError([`openapi.yaml has no ${keys.join(' › ')}`]);
    return entry;
  }

  /** Returns the entries below a path of keys, or those of the document without keys. */
  entries(...keys: string[]): Entry[] {
    const path = keys.join('\n');
    const entries = this.#entries.get(path) ?? this.#readEntries(keys);
    this.#entries.set(path, entries);
    return entries;
  }

  /** Parses the value of an entry, which must not contain aliases. */
  parse(...keys: string[]): unknown {
    const entry = this.get(...keys);
    // The empty lines make errors report the line in the document.
    const value = parseYaml('\n'.repeat(entry.start) + this.read(entry).join('\n'));
    return Object.values(Object(value))[0];
  }

  read({ start, end }: Span): string[] {
    return this.#lines.slice(start, end);
  }

  replace(span: Span, lines: string[], change: string): void {
    if (this.read(span).join('\n') !== lines.join('\n')) this.#splice(span, lines, change);
  }

  insert(line: number, lines: string[], change: string): void {
    this.#splice({ start: line, end: line }, lines, change);
  }

  toString(): string {
    return this.#lines.join('\n');
  }

  #readEntries(keys: string[]): Entry[] {
    if (keys.length === 0) return entriesIn(this.#lines, { start: 0, end: this.#lines.length });
    const parent = this.find(...keys);
    return parent ? entriesIn(this.#lines, bodyOf(parent)) : [];
  }

  #splice({ start, end }: Span, lines: string[], change: string): void {
    this.#lines = [...this.#lines.slice(0, start), ...lines, ...this.#lines.slice(end)];
    this.#entries.clear();
    this.changes.add(change);
  }
}

/** Faults that the author of the contract must fix, one per line. */
export class ContractError extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'));
  }
}

export function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: -1 });
  } catch (error) {
    throw error instanceof YAMLError || error instanceof ReferenceError
      ? new ContractError([`openapi.yaml: ${error.message}`])
      : error;
  }
}
