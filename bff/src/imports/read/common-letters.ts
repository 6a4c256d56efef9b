/** Encodings in which a letter takes two bytes, the likeliest first. */
export const multibyteEncodings = ['gb18030', 'big5', 'shift_jis'] as const;

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

const sets = new Map<MultibyteEncoding, Set<string>>();

function commonLetters(encoding: MultibyteEncoding): Set<string> {
  const known = sets.get(encoding);
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
  sets.set(encoding, letters);
  return letters;
}

/** How many of the letters beyond ASCII are common ones of the encoding. */
export function commonShare(text: string, encoding: MultibyteEncoding): number {
  const common = commonLetters(encoding);
  let [all, found] = [0, 0];
  for (const [letter] of text.matchAll(/[^\0-\x7f]/gu)) {
    all++;
    if (common.has(letter)) found++;
  }
  return all === 0 ? 0 : found / all;
}

const WORD = /[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e]+/g;

/** How many of the letters beyond ASCII stand in words most of whose letters are of ASCII; typographic punctuation does not count. */
export function westernShare(text: string): number {
  const all = text.match(/[^\0-\x7f\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/g)?.length ?? 0;
  let found = 0;
  for (const [word] of text.matchAll(WORD)) {
    const accented = word.match(/[^A-Za-z]/g)?.length ?? 0;
    if (accented * 2 <= word.length) found += accented;
  }
  return all === 0 ? 0 : found / all;
}
