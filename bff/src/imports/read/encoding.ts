import type { Schemas } from '#http/contract.ts';
import { FileFault, UNDECODABLE } from '../file-model.ts';

/** Encodings in which a letter takes two bytes, the likeliest first. */
const multibyteEncodings = ['gb18030', 'big5', 'shift_jis'] as const;

type MultibyteEncoding = (typeof multibyteEncodings)[number];

/** The first bytes of the signs and the common characters: of GB 2312 and JIS X 0208 level 1, of Big5 the frequently used ones. */
const leadBytes: Record<MultibyteEncoding, [first: number, last: number][]> = {
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

const commonLetterSets = new Map<MultibyteEncoding, Set<string>>();

function commonLetters(encoding: MultibyteEncoding): Set<string> {
  const known = commonLetterSets.get(encoding);
  if (known) return known;
  const letters = new Set<string>();
  const decoder = new TextDecoder(encoding);
  // the second bytes below these are of the extension of GB 2312
  const firstTrail = encoding === 'gb18030' ? 0xa1 : 0x40;
  for (const [first, last] of leadBytes[encoding]) {
    for (let lead = first; lead <= last; lead++) {
      for (let trail = firstTrail; trail <= 0xfe; trail++) {
        const letter = decoder.decode(Uint8Array.of(lead, trail));
        if (letter.length === 1 && letter !== '\ufffd') letters.add(letter);
      }
    }
  }
  commonLetterSets.set(encoding, letters);
  return letters;
}

/** How many of the letters beyond ASCII are common ones of the encoding. */
function commonShare(text: string, encoding: MultibyteEncoding): number {
  const common = commonLetters(encoding);
  let [all, commonCount] = [0, 0];
  for (const [letter] of text.matchAll(/[^\0-\x7f]/gu)) {
    all++;
    if (common.has(letter)) commonCount++;
  }
  return all === 0 ? 0 : commonCount / all;
}

const WORD = /[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e]+/g;

/** How many of the letters beyond ASCII stand in words most of whose letters are of ASCII; typographic punctuation does not count. */
function westernShare(text: string): number {
  const all = text.match(/[^\0-\x7f\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/g)?.length ?? 0;
  let commonCount = 0;
  for (const [word] of text.matchAll(WORD)) {
    const accented = word.match(/[^A-Za-z]/g)?.length ?? 0;
    if (accented * 2 <= word.length) commonCount += accented;
  }
  return all === 0 ? 0 : commonCount / all;
}

export type Encoding = Schemas['ImportEncoding'];

const BYTE_ORDER_MARKS: [Encoding, Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** Of UTF-16 at least so many bytes are NUL: each separator and each end of a line has one. */
const NULS_OF_UTF16 = 0.02;

/** Of the letters beyond ASCII in a text of Windows-1252 at least so many stand in words of Latin letters. */
const WESTERN_SHARE = 0.8;

/** Of the letters beyond ASCII in a text of Chinese or Japanese at least so many are common ones; what cannot be read is none. */
const COMMON_SHARE = 0.5;

/** The encoding of a text by its beginning: its byte order mark, else UTF-8 or UTF-16, else that in which it reads best. */
export function detectEncoding(head: Buffer): Encoding {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(mark));
  if (marked) return marked[0];
  const wide = wideEncoding(head);
  if (wide) return wide;
  return isMostlyUtf8(head) ? 'utf-8' : legacyEncoding(head);
}

/** UTF-16 without a mark: its NULs all stand where the upper byte of a letter does. */
function wideEncoding(head: Buffer): Encoding | undefined {
  const nuls: [number, number] = [0, 0];
  for (let at = head.indexOf(0); at >= 0; at = head.indexOf(0, at + 1)) nuls[at % 2 ? 1 : 0]++;
  const [even, odd] = nuls;
  if (even + odd < head.length * NULS_OF_UTF16 || (even && odd)) return undefined;
  const encoding = odd ? 'utf-16le' : 'utf-16be';
  return even + odd && decodedIn(head, encoding) !== undefined ? encoding : undefined;
}

/** A text in UTF-8 with a few bytes of another encoding is one whose faulty lines are to be told, and none of the other. */
function isMostlyUtf8(head: Buffer): boolean {
  if (decodedIn(head, 'utf-8') !== undefined) return true;
  let [letters, undecodableCount] = [0, 0];
  for (const [letter] of readIn(head, 'utf-8').matchAll(/[^\0-\x7f]/gu))
    letter === UNDECODABLE ? undecodableCount++ : letters++;
  return letters > 2 * undecodableCount;
}

/** Bytes that are valid in one of these mostly are in others, so that it is counted how many of their letters are common ones. */
function legacyEncoding(head: Buffer): Encoding {
  if (westernShare(readIn(head, 'windows-1252')) >= WESTERN_SHARE) return 'windows-1252';
  const shares = multibyteEncodings.map((encoding) => ({
    encoding,
    share: commonShare(readIn(head, encoding), encoding),
  }));
  const [best] = shares.toSorted((a, b) => b.share - a.share);
  return best && best.share >= COMMON_SHARE ? best.encoding : 'utf-8';
}

/** What it reads as; a letter cut in two at the end of what is looked at is no fault of the text. */
const readIn = (head: Buffer, encoding: Encoding) => lenientDecoder(encoding).decode(head, { stream: true });

/** Undefined where it is not valid in the encoding. */
function decodedIn(head: Buffer, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

/** Takes the byte order mark off. */
export const lenientDecoder = (encoding: Encoding) => new TextDecoder(encoding);

/**
 * The text of a file, each end of a line as `\n`; bytes that are not of the encoding stand as U+FFFD, to be told of in their cells.
 * @throws FileFault binary, truncated
 */
export async function* decodeText(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const text = new LenientText(encoding);
  for await (const chunk of bytes) yield text.decode(chunk);
  yield text.end();
}

class LenientText {
  private readonly decoder: ReturnType<typeof lenientDecoder>;
  private line = 1;
  private endsInCr = false;

  constructor(encoding: Encoding) {
    this.decoder = lenientDecoder(encoding);
  }

  decode(chunk: Buffer): string {
    const text = this.normalised(this.decoder.decode(chunk, { stream: true }));
    const nul = text.indexOf('\0');
    if (nul >= 0) throw new FileFault('binary', { line: this.line + newlines(text.slice(0, nul)) });
    this.line += newlines(text);
    return text;
  }

  end(): string {
    const rest = this.decoder.decode();
    if (rest.includes(UNDECODABLE)) throw new FileFault('truncated');
    return this.normalised(rest) + (this.endsInCr ? '\n' : '');
  }

  /** A carriage return at the end waits for what follows it. */
  private normalised(text: string): string {
    if (!this.endsInCr && !text.includes('\r')) return text;
    const whole = this.endsInCr ? `\r${text}` : text;
    this.endsInCr = whole.endsWith('\r');
    return (this.endsInCr ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n');
  }
}

export function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
