const MAX_LINE_LENGTH = 120;

/** Lines of a document from `start` up to, but not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

/** A member of a block mapping: the line with its key and what is indented below it. */
export interface Entry extends Span {
  key: string;
}

/** Returns the members of the block mapping in a span. */
export function entriesIn(lines: readonly string[], span: Span): Entry[] {
  return firstLinesIn(lines, span).flatMap((start) => {
    const key = keyOf(lines[start] ?? '');
    return key === undefined ? [] : [{ key, ...blockAt(lines, start, span.end) }];
  });
}

/** Returns the items of the block list in a span. */
export function itemsIn(lines: readonly string[], span: Span): Span[] {
  return firstLinesIn(lines, span)
    .filter((start) => isItem(lines[start] ?? ''))
    .map((start) => blockAt(lines, start, span.end));
}

/** Returns the entry at a path of keys. */
export function findEntry(lines: readonly string[], keys: string[], span?: Span): Entry | undefined {
  let body = span ?? { start: 0, end: lines.length };
  let entry: Entry | undefined;
  for (const key of keys) {
    entry = entriesIn(lines, body).find((member) => member.key === key);
    if (!entry) return undefined;
    body = bodyOf(entry);
  }
  return entry;
}

/** Returns the lines of an entry or item below its first one. */
export function bodyOf({ start, end }: Span): Span {
  return { start: start + 1, end };
}

export function indentOf(line: string): number {
  return line.search(/\S|$/);
}

/** Returns the lines with the first at an indentation and the others shifted by the same amount. */
export function indentTo(lines: readonly string[], indent: number): string[] {
  const shift = indent - indentOf(lines[0] ?? '');
  return lines.map((line) => (line.trim() === '' ? line : ' '.repeat(indentOf(line) + shift) + line.trimStart()));
}

/** Appends items to a flow list or mapping that may span several lines, and wraps lines that get too long. */
export function appendItems(lines: readonly string[], items: string[]): string[] {
  const [, content = '', gap = '', close = ''] = lines.join('\n').match(/^([\s\S]*?),?(\s*)([\]}])$/) ?? [];
  const reserved = gap.includes('\n') ? 1 : gap.length + 1;
  const indent = continuationIndent(lines, content);
  const text = items.reduce((list, item) => {
    const comma = /[[{]$/.test(list) ? '' : ',';
    const lastLine = list.slice(list.lastIndexOf('\n') + 1);
    const space = comma || gap ? ' ' : '';
    const fits = lastLine.length + comma.length + space.length + item.length + reserved <= MAX_LINE_LENGTH;
    return list + comma + (fits ? space : `\n${' '.repeat(indent)}`) + item;
  }, content);
  return (text + gap + close).split('\n');
}

/** Returns the first lines of the members or items in a span, which are those with the indentation of its first line. */
function firstLinesIn(lines: readonly string[], { start, end }: Span): number[] {
  const starts: number[] = [];
  let indent = -1;
  for (let index = start; index < end; index++) {
    const line = lines[index] ?? '';
    if (!isContent(line)) continue;
    if (indent < 0) indent = indentOf(line);
    if (indentOf(line) === indent) starts.push(index);
  }
  return starts;
}

/** Returns the member or item at a line, without trailing blank lines and comments, which belong to the next one. */
function blockAt(lines: readonly string[], start: number, limit: number): Span {
  const first = lines[start] ?? '';
  let end = start + 1;
  for (let index = end; index < limit; index++) {
    const line = lines[index] ?? '';
    if (isWithin(line, first)) end = index + 1;
    else if (isContent(line)) break;
  }
  return { start, end };
}

/** Returns true if a line belongs to the member. The items of a list may have the same indentation as its key. */
function isWithin(line: string, first: string): boolean {
  if (line.trim() === '') return false;
  return indentOf(line) > indentOf(first) || (indentOf(line) === indentOf(first) && isItem(line) && !isItem(first));
}

function isContent(line: string): boolean {
  const text = line.trimStart();
  return text !== '' && !text.startsWith('#');
}

function isItem(line: string): boolean {
  return /^\s*-(\s|$)/.test(line);
}

function keyOf(line: string): string | undefined {
  const match = line.match(/^\s*(?:'([^']*)'|"([^"]*)"|([^\s'"#-][^:]*)):(?:\s|$)/);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function continuationIndent(lines: readonly string[], content: string): number {
  const lastLine = content.slice(content.lastIndexOf('\n') + 1);
  return content.includes('\n') ? indentOf(lastLine) : indentOf(lines[0] ?? '') + 2;
}
