import { parse, YAMLError } from 'yaml';
import { bodyOf, type Entry, entriesIn, type Span } from './yaml-lines.ts';

/** The text of the contract as lines that are replaced and inserted; whatever is not touched stays as it was written. */
export class ContractText {
  /** What was replaced or inserted, in words for people. */
  readonly changes = new Set<string>();
  /** The entries below a path of keys, kept until a line changes, as finding them reads the whole document. */
  readonly #entries = new Map<string, Entry[]>();
  #lines: string[];

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** The entry that a path of keys leads to. */
  find(...keys: string[]): Entry | undefined {
    return this.entries(...keys.slice(0, -1)).find(({ key }) => key === keys.at(-1));
  }

  /** The same, of an entry that the contract cannot do without. */
  get(...keys: string[]): Entry {
    const entry = this.find(...keys);
    if (!entry) throw new ContractError([`openapi.yaml has no ${keys.join(' › ')}`]);
    return entry;
  }

  /** The entries below that one; those of the document without keys. */
  entries(...keys: string[]): Entry[] {
    const path = keys.join('\n');
    const entries = this.#entries.get(path) ?? this.#readEntries(keys);
    this.#entries.set(path, entries);
    return entries;
  }

  /** The value of an entry that no alias stands in. */
  parse(...keys: string[]): unknown {
    const entry = this.get(...keys);
    // The empty lines let an error tell the line of the document.
    const value = parseYaml('\n'.repeat(entry.start) + this.read(entry).join('\n'));
    return Object.values(Object(value))[0];
  }

  read({ start, end }: Span): string[] {
    return this.#lines.slice(start, end);
  }

  replace(span: Span, lines: string[], change: string): void {
    if (this.read(span).join('\n') !== lines.join('\n')) this.#splice(span, lines, change);
  }

  insert(at: number, lines: string[], change: string): void {
    this.#splice({ start: at, end: at }, lines, change);
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

/** What whoever writes the contract has to mend, a line each. */
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
