import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXml } from './xml.ts';

/** Collects the text of a string that may consist of runs, without its phonetic guides (ECMA-376 part 1, §18.4). */
export class RichText {
  private isText = false;
  private isPhonetic = false;
  private runs = '';

  open(name: string): void {
    if (name === 'rPh') this.isPhonetic = true;
    else if (name === 't') this.isText = !this.isPhonetic;
  }

  text(text: string): void {
    if (this.isText) this.runs += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.isPhonetic = false;
    else if (name === 't') this.isText = false;
  }

  take(): string {
    return unescapeText(this.takeEscaped());
  }

  /** The text with its escapes, such as `_x000D_`. */
  takeEscaped(): string {
    const text = this.runs;
    this.runs = '';
    return text;
  }
}

/** XML cannot hold some characters, which are escaped as `_x000D_` (ST_Xstring, §22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** The file is read in blocks of this size. */
const BLOCK_BYTES = 4096;
/** The number of blocks that stay in memory. */
const MAX_CACHED_BLOCKS = 512;
/** Bytes collected before they are written. */
const WRITE_BYTES = 64 * 1024;

/** Strings by index, stored in an unlinked temporary file, as they may not fit into the service's memory. */
export class SharedStrings {
  readonly #file = openTemporaryFile();
  /** The offset in the file where each string ends. */
  #ends = new Uint32Array(1024);
  #count = 0;
  /** Bytes that are not yet written. */
  readonly #pending = Buffer.allocUnsafe(WRITE_BYTES);
  #pendingBytes = 0;
  /** Each slot holds two blocks, so that a string which begins in the first one is complete. */
  readonly #cache = Buffer.alloc(MAX_CACHED_BLOCKS * 2 * BLOCK_BYTES);
  readonly #slots = new Map<number, number>();
  readonly #blocks: number[] = [];
  #nextSlot = 0;

  /** @param text with its escapes, such as `_x000D_` */
  add(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#count === this.#ends.length) this.#ends = doubled(this.#ends);
    this.#ends[this.#count] = this.#startOf(this.#count) + length;
    this.#count++;
    if (this.#pendingBytes + length > WRITE_BYTES) this.#flush();
    if (length > WRITE_BYTES) this.#write(Buffer.from(text));
    else this.#pendingBytes += this.#pending.write(text, this.#pendingBytes);
  }

  /** Returns undefined if the index is out of range. */
  get(index: number): string | undefined {
    if (!(Number.isInteger(index) && index >= 0 && index < this.#count)) return undefined;
    if (this.#pendingBytes > 0) this.#flush();
    const [start, end] = [this.#startOf(index), this.#startOf(index + 1)];
    if (end - start > BLOCK_BYTES) return unescapeText(this.#read(Buffer.alloc(end - start), start).toString());
    const offset = this.#slotOf(Math.floor(start / BLOCK_BYTES)) * 2 * BLOCK_BYTES + (start % BLOCK_BYTES);
    return unescapeText(this.#cache.toString('utf8', offset, offset + end - start));
  }

  close(): void {
    closeSync(this.#file);
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] ?? 0);
  }

  #flush(): void {
    this.#write(this.#pending.subarray(0, this.#pendingBytes));
    this.#pendingBytes = 0;
  }

  #write(bytes: Buffer): void {
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
  }

  #slotOf(block: number): number {
    const cached = this.#slots.get(block);
    if (cached !== undefined) return cached;
    const slot = this.#nextSlot;
    this.#nextSlot = (slot + 1) % MAX_CACHED_BLOCKS;
    const replaced = this.#blocks[slot];
    if (replaced !== undefined) this.#slots.delete(replaced);
    const begin = slot * 2 * BLOCK_BYTES;
    this.#read(this.#cache.subarray(begin, begin + 2 * BLOCK_BYTES), block * BLOCK_BYTES);
    this.#blocks[slot] = block;
    this.#slots.set(block, slot);
    return slot;
  }

  /** Fills the buffer until the end of the file. */
  #read(buffer: Buffer, position: number): Buffer {
    for (let offset = 0; offset < buffer.length; ) {
      const count = readSync(this.#file, buffer, offset, buffer.length - offset, position + offset);
      if (count === 0) break;
      offset += count;
    }
    return buffer;
  }
}

function openTemporaryFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  try {
    return openSync(join(folder, 'strings'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** Adds the strings that cells refer to by index. @throws FileFault damaged, tooDeep */
export async function readSharedStrings(bytes: AsyncIterable<Buffer>, strings: SharedStrings): Promise<void> {
  const richText = new RichText();
  const close = (name: string) => {
    richText.close(name);
    if (name === 'si') strings.add(richText.takeEscaped());
  };
  const open = (name: string) => richText.open(name);
  const text = (text: string) => richText.text(text);
  for await (const _ of readXml(bytes, { open, text, close }));
}
