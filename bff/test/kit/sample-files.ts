import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A function that opens a file of these bytes anew at each call and reads it in chunks of `size`. */
export function fileOf(content: string | Buffer, size = 1024): () => Readable {
  const bytes = Buffer.from(content);
  return () => Readable.from(slices(bytes, size), { objectMode: false });
}

function* slices(bytes: Buffer, size: number) {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size);
}

export function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(content), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface WorkbookParts {
  /** The content of `sheetData`; null for a workbook without sheets. */
  rows: string | null;
  /** The content of `sst`, the shared strings. */
  strings?: string;
  /** The number formats of the styles 1, 2, … */
  formats?: string[];
  /** The beginning of `styleSheet`. */
  styles?: string;
  date1904?: boolean;
}

/** A workbook with a hidden sheet before the one that holds `rows`. */
export function workbookOf({
  rows,
  strings = '',
  formats = [],
  styles = '',
  date1904 = false,
}: WorkbookParts): Promise<Buffer> {
  const part = (type: string, id: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const sheet = (content: string) => `<x:worksheet xmlns:x="s"><x:sheetData>${content}</x:sheetData></x:worksheet>`;
  const sheets = `<sheet name="a" sheetId="2" state="hidden" r:id="r2"/><sheet name="b" sheetId="1" r:id="r1"/>`;
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${rows === null ? '' : sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${part('worksheet', 'r1', 'worksheets/one.xml')}${part('worksheet', 'r2', '/xl/worksheets/two.xml')}${part('sharedStrings', 'r3', 'strings.xml')}${part('styles', 'r4', 'styles.xml')}</Relationships>`,
    'xl/worksheets/one.xml': sheet(rows ?? '').replaceAll('x:', ''),
    'xl/worksheets/two.xml': sheet('<x:row><x:c t="inlineStr"><x:is><x:t>hidden</x:t></x:is></x:c></x:row>'),
    'xl/strings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}<numFmts>${formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join('')}</cellXfs></styleSheet>`,
  });
}
