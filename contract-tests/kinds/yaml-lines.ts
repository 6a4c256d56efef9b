const lineWidth = 120;

/** Lines of a document from `start` up to, but not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

/** A member of a block mapping: the line with its key and what is indented below it. */
export interface Entry extends Span {
  key: string;
}

/** The members of the block mapping that stands in a span. */
export function entriesIn(lines: readonly string[], span: Span): Entry[] {
  return firstLinesIn(lines, span).flatMap((start) => {
    const key = keyOf(lines[start] ?? '');
    return key === undefined ? [] : [{ key, ...blockAt(lines, start, span.end) }];
  });
}

/** The items of the block list that stands in a span. */
export function itemsIn(lines: readonly string[], span: Span): Span[] {
  return firstLinesIn(lines, span)
    .filter((start) => isItem(lines[start] ?? ''))
    .map((start) => blockAt(lines, start, span.end));
}

/** The entry that a path of keys leads to. */
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

/** What is indented below the first line of an entry or an item. */
export function bodyOf({ start, end }: Span): Span {
  return { start: start + 1, end };
}

export function indentOf(line: string): number {
  return line.search(/\S|$/);
}

/** The same lines with the first at another indentation and the others moved along with it. */
export function indentTo(lines: readonly string[], indent: number): string[] {
  const shift = indent - indentOf(lines[0] ?? '');
  return lines.map((line) => (line.trim() === '' ? line : ' '.repeat(indentOf(line) + shift) + line.trimStart()));
}

/** A flow list or mapping that may span lines, with further items at its end; a line that is full is broken. */
export function appendItems(lines: readonly string[], items: string[]): string[] {
  const [, content = '', gap = '', close = ''] = lines.join('\n').match(/^([\s\S]*?),?(\s*)([\]}])$/) ?? [];
  const reserved = gap.includes('\n') ? 1 : gap.length + 1;
  const indent = continuationIndent(lines, content);
  const text = items.reduce((list, item) => {
    const comma = /[[{]$/.test(list) ? '' : ',';
    const last = list.slice(list.lastIndexOf('\n') + 1);
    const space = comma || gap ? ' ' : '';
    const fits = last.length + comma.length + space.length + item.length + reserved <= lineWidth;
    return list + comma + (fits ? space : `\n${' '.repeat(indent)}`) + item;
  }, content);
  return (text + gap + close).split('\n');
}

/** Where the members or items of a span begin: its lines that are indented as its first one is. */
function firstLinesIn(lines: readonly string[], { start, end }: Span): number[] {
  const starts: number[] = [];
  let indent = -1;
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? '';
    if (!isContent(line)) continue;
    if (indent < 0) indent = indentOf(line);
    if (indentOf(line) === indent) starts.push(at);
  }
  return starts;
}

/** Ends with its last line of content, so that blank lines and comments before the next member stay with that one. */
function blockAt(lines: readonly string[], start: number, limit: number): Span {
  const first = lines[start] ?? '';
  let end = start + 1;
  for (let at = end; at < limit; at++) {
    const line = lines[at] ?? '';
    if (isWithin(line, first)) end = at + 1;
    else if (isContent(line)) break;
  }
  return { start, end };
}

/** A list may stand at the indentation of the key that it is the value of. */
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
  const last = content.slice(content.lastIndexOf('\n') + 1);
  return content.includes('\n') ? indentOf(last) : indentOf(lines[0] ?? '') + 2;
}
