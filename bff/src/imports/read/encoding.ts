import type { Schemas } from '#http/contract.ts';
import { UNDECODABLE } from '../types.ts';
import { commonShare, multibyteEncodings, westernShare } from './common-letters.ts';

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
  let [letters, faults] = [0, 0];
  for (const [letter] of readIn(head, 'utf-8').matchAll(/[^\0-\x7f]/gu)) letter === UNDECODABLE ? faults++ : letters++;
  return letters > 2 * faults;
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
