export interface DiffPart {
  kind: 'same' | 'ins' | 'del';
  text: string;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const limit = 600;

/** Words and numbers whole, Chinese by character: half of "Chongqing" is no help in reading "Shanghai". */
function tokens(text: string): string[] {
  const found: string[] = [];
  let word = '';
  let kind = '';
  for (const { segment } of graphemes.segment(text)) {
    const next = /^\p{Script=Han}|^\p{Script=Hiragana}|^\p{Script=Katakana}/u.test(segment)
      ? ''
      : /^\p{L}/u.test(segment)
        ? 'letters'
        : /^\d/.test(segment)
          ? 'digits'
          : '';
    if (next !== '' && next === kind) {
      word += segment;
      continue;
    }
    if (word) found.push(word);
    word = next === '' ? '' : segment;
    kind = next;
    if (next === '') found.push(segment);
  }
  if (word) found.push(word);
  return found;
}

/** Lengths of the longest common subsequences of all tails. */
function tails(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i] as Uint16Array; // i and j stay inside the table just built
      const below = table[i + 1] as Uint16Array;
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function append(parts: DiffPart[], kind: DiffPart['kind'], text: string) {
  const last = parts.at(-1);
  if (text === '') return;
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Digits that both numbers begin with are the same. */
function splitNumbers(parts: readonly DiffPart[]): DiffPart[] {
  const split: DiffPart[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const [part, next] = [parts[index], parts[index + 1]];
    if (!part) continue;
    if (part.kind === 'del' && next?.kind === 'ins' && /^\d+$/.test(part.text) && /^\d+$/.test(next.text)) {
      const same = commonStart(part.text, next.text);
      append(split, 'same', part.text.slice(0, same));
      append(split, 'del', part.text.slice(same));
      append(split, 'ins', next.text.slice(same));
      index += 1;
    } else append(split, part.kind, part.text);
  }
  return split;
}

/** How `value` came from `base`, in the order of reading; a deletion stands before what replaced it. */
export function diffParts(base: string, value: string): DiffPart[] {
  if (base === value) return value === '' ? [] : [{ kind: 'same', text: value }];
  const [a, b] = [tokens(base), tokens(value)];
  const parts: DiffPart[] = [];
  if (a.length > limit || b.length > limit) {
    append(parts, 'del', base);
    append(parts, 'ins', value);
    return parts;
  }
  const table = tails(a, b);
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
  return splitNumbers(parts);
}
