import { FileFault } from '../types.ts';

export type FileType = 'gzip' | 'zip' | 'compound' | 'other' | 'text';

/** What files begin with: https://en.wikipedia.org/wiki/List_of_file_signatures */
const SIGNATURES: [FileType, string][] = [
  ['gzip', '\x1f\x8b'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  // workbooks of before 2007, and later ones with a password
  ['compound', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['other', '\x89PNG'],
  ['other', '\xff\xd8\xff'],
  ['other', 'GIF8'],
  ['other', '%PDF'],
  ['other', '{\\rtf'],
  ['other', 'Rar!'],
  ['other', '7z\xbc\xaf\x27\x1c'],
  ['other', 'BZh'],
  ['other', '\xfd7zXZ'],
  ['other', '\x28\xb5\x2f\xfd'],
  ['other', '\x7fELF'],
  ['other', 'MZ'],
];

/** What a file is by its first bytes. */
export function fileType(head: Buffer): FileType {
  const start = head.toString('latin1', 0, 16);
  return SIGNATURES.find(([, signature]) => start.startsWith(signature) && !isWord(signature, start))?.[0] ?? 'text';
}

/** A signature of letters alone may as well be the beginning of a text. */
function isWord(signature: string, start: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell a text from what is none
  return /^[A-Za-z]+$/.test(signature) && !/[\x00-\x08]/.test(start);
}

/** The name of the stream that holds a workbook with a password ([MS-OFFCRYPTO] 1.3.2), as the container writes it. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Why a compound file cannot be read. */
export async function compoundFault(bytes: AsyncIterable<Buffer>): Promise<FileFault> {
  let tail = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const seen = Buffer.concat([tail, chunk]);
    if (seen.includes(ENCRYPTED)) return new FileFault('encrypted');
    tail = seen.subarray(-ENCRYPTED.length);
  }
  return new FileFault('unknownType');
}
