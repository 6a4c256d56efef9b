import type { Schemas } from '#http/contract.ts';
import { FileFault, UNDECODABLE } from '../file-model.ts';

/** Encodings with two bytes per character, the likeliest first. */
const MULTIBYTE_ENCODINGS = ['gb18030', 'big5', 'shift_jis'] as const;

type MultibyteEncoding = (typeof MULTIBYTE_ENCODINGS)[number];

/** Lead bytes of punctuation and common characters: GB 2312 and JIS X 0208 level 1, and the frequently used ones of Big5. */
const COMMON_LEAD_BYTES: Record<MultibyteEncoding, [first: number, last: number][]> = {
  gb18030: [
    [0xa1, 0xa3],
    [0xb0, 0xd7],
  ],
  big5: [[0xa1, 0xc6]],
  shift_jis: [
    [0x81, 0x83],
    [0x88, 0x97],
  ],
};

const commonCharacterSets = new Map<MultibyteEncoding, Set<string>>();

function commonCharacters(encoding: MultibyteEncoding): Set<string> {
  const cached = commonCharacterSets.get(encoding);
  if (cached) return cached;
  const characters = new Set<string>();
  const decoder = new TextDecoder(encoding);
  // lower trail bytes belong to GBK's extension of GB 2312
  const firstTrail = encoding === 'gb18030' ? 0xa1 : 0x40;
  for (const [first, last] of COMMON_LEAD_BYTES[encoding]) {
    for (let lead = first; lead <= last; lead++) {
      for (let trail = firstTrail; trail <= 0xfe; trail++) {
        const character = decoder.decode(Uint8Array.of(lead, trail));
        if (character.length === 1 && character !== '\ufffd') characters.add(character);
      }
    }
  }
  commonCharacterSets.set(encoding, characters);
  return characters;
}

/** Returns the share of the non-ASCII characters that are common in the encoding. */
function commonShare(text: string, encoding: MultibyteEncoding): number {
  const common = commonCharacters(encoding);
  let [total, commonCount] = [0, 0];
  for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) {
    total++;
    if (common.has(character)) commonCount++;
  }
  return total === 0 ? 0 : commonCount / total;
}

const WORD = /[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e]+/g;

/** Returns the share of the non-ASCII characters that are part of mostly ASCII words; typographic punctuation does not count. */
function westernShare(text: string): number {
  const total = text.match(/[^\0-\x7f\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/g)?.length ?? 0;
  let westernCount = 0;
  for (const [word] of text.matchAll(WORD)) {
    const accented = word.match(/[^A-Za-z]/g)?.length ?? 0;
    if (accented * 2 <= word.length) westernCount += accented;
  }
  return total === 0 ? 0 : westernCount / total;
}

export type Encoding = Schemas['ImportEncoding'];

const BYTE_ORDER_MARKS: [Encoding, Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** The least share of NUL bytes in UTF-16: each separator and each line end has one. */
const MIN_NUL_SHARE = 0.02;

/** The least `westernShare` of a text in Windows-1252. */
const MIN_WESTERN_SHARE = 0.8;

/** The least `commonShare` of a Chinese or Japanese text. */
const MIN_COMMON_SHARE = 0.5;

/** Detects the encoding by the beginning of a text: its byte order mark, else UTF-16 or UTF-8, else the most plausible legacy one. */
export function detectEncoding(head: Buffer): Encoding {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(mark));
  if (marked) return marked[0];
  const utf16 = detectUtf16(head);
  if (utf16) return utf16;
  return isMostlyUtf8(head) ? 'utf-8' : detectLegacyEncoding(head);
}

/** Detects UTF-16 without a byte order mark: all its NULs are high bytes, at even or at odd offsets. */
function detectUtf16(head: Buffer): Encoding | undefined {
  const nuls: [number, number] = [0, 0];
  for (let offset = head.indexOf(0); offset >= 0; offset = head.indexOf(0, offset + 1)) nuls[offset % 2 ? 1 : 0]++;
  const [even, odd] = nuls;
  if (even + odd < head.length * MIN_NUL_SHARE || (even && odd)) return undefined;
  const encoding = odd ? 'utf-16le' : 'utf-16be';
  return even + odd && decodeStrictly(head, encoding) !== undefined ? encoding : undefined;
}

/** A UTF-8 text with a few invalid bytes stays UTF-8, so that the lines with those bytes are reported. */
function isMostlyUtf8(head: Buffer): boolean {
  if (decodeStrictly(head, 'utf-8') !== undefined) return true;
  let [decodedCount, undecodableCount] = [0, 0];
  for (const [character] of decodeLeniently(head, 'utf-8').matchAll(/[^\0-\x7f]/gu))
    character === UNDECODABLE ? undecodableCount++ : decodedCount++;
  return decodedCount > 2 * undecodableCount;
}

/** Most byte sequences are valid in several legacy encodings, so the one that yields the most common characters wins. */
function detectLegacyEncoding(head: Buffer): Encoding {
  if (westernShare(decodeLeniently(head, 'windows-1252')) >= MIN_WESTERN_SHARE) return 'windows-1252';
  const shares = MULTIBYTE_ENCODINGS.map((encoding) => ({
    encoding,
    share: commonShare(decodeLeniently(head, encoding), encoding),
  }));
  const [best] = shares.toSorted((a, b) => b.share - a.share);
  return best && best.share >= MIN_COMMON_SHARE ? best.encoding : 'utf-8';
}

/** Streaming ignores a character that the end of the sample cuts in two. */
const decodeLeniently = (head: Buffer, encoding: Encoding) => lenientDecoder(encoding).decode(head, { stream: true });

/** Decodes bytes; returns undefined if they are not valid in the encoding. */
function decodeStrictly(head: Buffer, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

/** The decoder drops a byte order mark. */
export const lenientDecoder = (encoding: Encoding) => new TextDecoder(encoding);

/**
 * Decodes a file with each line end as `\n`. Invalid bytes become U+FFFD, which the cells' readers report.
 * @throws FileFault binary, truncated
 */
export async function* decodeText(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new LenientTextDecoder(encoding);
  for await (const chunk of bytes) yield decoder.decode(chunk);
  yield decoder.end();
}

class LenientTextDecoder {
  private readonly decoder: ReturnType<typeof lenientDecoder>;
  private line = 1;
  private endsInCr = false;

  constructor(encoding: Encoding) {
    this.decoder = lenientDecoder(encoding);
  }

  decode(chunk: Buffer): string {
    const text = this.normaliseNewlines(this.decoder.decode(chunk, { stream: true }));
    const nul = text.indexOf('\0');
    if (nul >= 0) throw new FileFault('binary', { line: this.line + countNewlines(text.slice(0, nul)) });
    this.line += countNewlines(text);
    return text;
  }

  end(): string {
    const lastText = this.decoder.decode();
    if (lastText.includes(UNDECODABLE)) throw new FileFault('truncated');
    return this.normaliseNewlines(lastText) + (this.endsInCr ? '\n' : '');
  }

  /** A carriage return at the end of a chunk is held back, as a line feed may follow it. */
  private normaliseNewlines(text: string): string {
    if (!this.endsInCr && !text.includes('\r')) return text;
    const textWithCr = this.endsInCr ? `\r${text}` : text;
    this.endsInCr = textWithCr.endsWith('\r');
    return (this.endsInCr ? textWithCr.slice(0, -1) : textWithCr).replace(/\r\n?/g, '\n');
  }
}

export function countNewlines(text: string): number {
  let count = 0;
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) count++;
  return count;
}
