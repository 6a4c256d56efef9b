import type { Schemas } from '#http/contract.ts';

export type Encoding = Schemas['ImportEncoding'];

const BYTE_ORDER_MARKS: [Encoding, Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** Of UTF-16 at least so many bytes are NUL: each separator and each end of a line has one. */
const NULS_OF_UTF16 = 0.02;

/** The encoding of a text by its beginning: its byte order mark, else the first that it is valid in. */
export function detectEncoding(head: Buffer): Encoding {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(mark));
  if (marked) return marked[0];
  const wide = wideEncoding(head);
  if (wide) return wide;
  return !isValid(head, 'utf-8') && isValid(head, 'gb18030') ? 'gb18030' : 'utf-8';
}

/** UTF-16 without a mark: its NULs all stand where the upper byte of a letter does. */
function wideEncoding(head: Buffer): Encoding | undefined {
  const nuls: [number, number] = [0, 0];
  for (let at = head.indexOf(0); at >= 0; at = head.indexOf(0, at + 1)) nuls[at % 2 ? 1 : 0]++;
  const [even, odd] = nuls;
  if (even + odd < head.length * NULS_OF_UTF16 || (even && odd)) return undefined;
  const encoding = odd ? 'utf-16le' : 'utf-16be';
  return even + odd && isValid(head, encoding) ? encoding : undefined;
}

function isValid(head: Buffer, encoding: Encoding): boolean {
  try {
    // a letter cut in two at the end of what is looked at is no fault of the text
    strictDecoder(encoding).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Throws at the first bytes that are not of the encoding; takes the byte order mark off. */
export const strictDecoder = (encoding: Encoding) => new TextDecoder(encoding, { fatal: true });
