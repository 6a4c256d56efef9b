import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { fromBuffer, type ZipFile } from 'yauzl';

/** A table in a file: its headings and a row of texts per record. */
export interface Table {
  headings: string[];
  rows: string[][];
}

export function parseCsv(bytes: Buffer, separator = ','): Table {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') cell += text[++index];
      else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === separator || character === '\n') {
      rows.at(-1)?.push(character === '\n' ? cell.replace(/\r$/, '') : cell);
      cell = '';
      if (character === '\n') rows.push([]);
    } else cell += character;
  }
  if (isQuoted) throw new Error('the last quoted cell of the CSV file does not end');
  if (cell !== '' || rows.at(-1)?.length) rows.at(-1)?.push(cell);
  const [headings = [], ...body] = rows.filter((row) => row.length > 0);
  return { headings, rows: body };
}

export function parseNdjson(text: string): Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>); // Cast: each line holds an object.
}

export function parseGzippedNdjson(bytes: Buffer): Record<string, unknown>[] {
  return parseNdjson(gunzipSync(bytes).toString('utf8'));
}

/** Reads the sheets of a workbook in their order, each as a table. */
export async function parseXlsx(bytes: Buffer): Promise<Table[]> {
  const parts = await unzip(bytes);
  const read = (name: string) => parseXml(parts.get(name)?.toString('utf8') ?? '<empty/>');
  const sharedTexts = read('xl/sharedStrings.xml').children.map(richText);
  const targets = new Map(
    read('xl/_rels/workbook.xml.rels').children.map(({ attributes }) => [attributes.Id, attributes.Target ?? '']),
  );
  const sheets = descendants(read('xl/workbook.xml'), 'sheet');
  if (sheets.length === 0) throw new Error('the file is no workbook with sheets');
  return sheets.map(({ attributes }) => {
    const target = targets.get(attributes['r:id'] ?? '') ?? '';
    const sheet = read(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    const [headings = [], ...rows] = descendants(sheet, 'row').map((row) => cellsOf(row, sharedTexts));
    return { headings, rows };
  });
}

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

function parseXml(xml: string): Element {
  const document: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.write(xml).close();
  return document.children[0] ?? document;
}

function descendants(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => (child.name === name ? [child] : descendants(child, name)));
}

/** Returns the texts of a row's cells, with empty texts for cells that are left out. */
function cellsOf(row: Element, sharedTexts: string[]): string[] {
  const texts: string[] = [];
  for (const cell of row.children) {
    const column = columnIndex(cell.attributes.r) ?? texts.length;
    while (texts.length < column) texts.push('');
    texts[column] = cellText(cell, sharedTexts);
  }
  return texts;
}

function cellText(cell: Element, sharedTexts: string[]): string {
  if (cell.attributes.t === 'inlineStr') return richText(cell);
  const value = descendants(cell, 'v')[0]?.text ?? '';
  return cell.attributes.t === 's' ? (sharedTexts[Number(value)] ?? '') : value;
}

/** Returns a text that may be in several runs of different fonts. */
const richText = (element: Element): string =>
  descendants(element, 't')
    .map(({ text }) => text)
    .join('');

/** Returns the column of a cell's address from 0, so 27 for `AB3`. */
function columnIndex(address: string | undefined): number | undefined {
  const letters = /^[A-Z]+/.exec(address ?? '')?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error: Error | null, zip: ZipFile) => {
      if (error) return reject(error);
      const parts = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(parts));
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure || !stream) return reject(failure);
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('error', reject);
          stream.on('end', () => {
            parts.set(entry.fileName, Buffer.concat(chunks));
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}
