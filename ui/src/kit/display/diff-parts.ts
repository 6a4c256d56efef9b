export interface DiffPart {
  kind: 'same' | 'ins' | 'del';
  text: string;
}

const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const MAX_TOKENS = 600;

/** Splits a text into words, numbers and single CJK characters; a diff of Latin letters within words would be unreadable. */
function tokenize(text: string): string[] {
  const tokens: string[] = [];
  let word = '';
  let kind = '';
  for (const { segment } of graphemeSegmenter.segment(text)) {
    const nextKind = /^\p{Script=Han}|^\p{Script=Hiragana}|^\p{Script=Katakana}/u.test(segment)
      ? ''
      : /^\p{L}/u.test(segment)
        ? 'letters'
        : /^\d/.test(segment)
          ? 'digits'
          : '';
    if (nextKind !== '' && nextKind === kind) {
      word += segment;
      continue;
    }
    if (word) tokens.push(word);
    word = nextKind === '' ? '' : segment;
    kind = nextKind;
    if (nextKind === '') tokens.push(segment);
  }
  if (word) tokens.push(word);
  return tokens;
}

/** Returns the lengths of the longest common subsequences of all suffixes. */
function commonSubsequenceLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i] as Uint16Array; // i and j stay inside the table just built
      const nextRow = table[i + 1] as Uint16Array;
      row[j] = a[i] === b[j] ? (nextRow[j + 1] ?? 0) + 1 : Math.max(nextRow[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function append(parts: DiffPart[], kind: DiffPart['kind'], text: string) {
  const lastPart = parts.at(-1);
  if (text === '') return;
  if (lastPart?.kind === kind) lastPart.text += text;
  else parts.push({ kind, text });
}

function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Splits a replaced number so that the common leading digits are unchanged. */
function splitCommonDigits(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const [part, next] = [parts[index], parts[index + 1]];
    if (!part) continue;
    if (part.kind === 'del' && next?.kind === 'ins' && /^\d+$/.test(part.text) && /^\d+$/.test(next.text)) {
      const commonLength = commonPrefixLength(part.text, next.text);
      append(result, 'same', part.text.slice(0, commonLength));
      append(result, 'del', part.text.slice(commonLength));
      append(result, 'ins', next.text.slice(commonLength));
      index += 1;
    } else append(result, part.kind, part.text);
  }
  return result;
}

/** Returns the differences from `base` to `value` in reading order; a deletion precedes its replacement. */
export function diffParts(base: string, value: string): DiffPart[] {
  if (base === value) return value === '' ? [] : [{ kind: 'same', text: value }];
  const [a, b] = [tokenize(base), tokenize(value)];
  const parts: DiffPart[] = [];
  if (a.length > MAX_TOKENS || b.length > MAX_TOKENS) {
    append(parts, 'del', base);
    append(parts, 'ins', value);
    return parts;
  }
  const table = commonSubsequenceLengths(a, b);
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      append(parts, 'same', left);
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) {
      append(parts, 'del', left);
      i += 1;
    } else {
      append(parts, 'ins', right ?? '');
      j += 1;
    }
  }
  return splitCommonDigits(parts);
}
