import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Returns a function that opens the content as a file at each call and reads it in chunks of `chunkBytes`. */
export function fileOpener(content: string | Buffer, chunkBytes = 1024): () => Readable {
  const bytes = Buffer.from(content);
  return () => Readable.from(slices(bytes, chunkBytes), { objectMode: false });
}

function* slices(bytes: Buffer, chunkBytes: number) {
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) yield bytes.subarray(offset, offset + chunkBytes);
}

export function buildZip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(content), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

const RELATIONSHIP_TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface WorkbookParts {
  /** The content of `sheetData`, or null for a workbook without sheets. */
  rows: string | null;
  /** The content of `sst`, which holds the shared strings. */
  strings?: string;
  /** The number formats of the styles 1, 2, … */
  formats?: string[];
  /** The beginning of `styleSheet`. */
  styles?: string;
  date1904?: boolean;
}

/** Builds a workbook with a hidden sheet before the sheet that holds `rows`. */
export function buildWorkbook({
  rows,
  strings = '',
  formats = [],
  styles = '',
  date1904 = false,
}: WorkbookParts): Promise<Buffer> {
  const relationship = (type: string, id: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONSHIP_TYPES}/${type}" Target="${target}"/>`;
  const sheet = (content: string) => `<x:worksheet xmlns:x="s"><x:sheetData>${content}</x:sheetData></x:worksheet>`;
  const sheets = `<sheet name="a" sheetId="2" state="hidden" r:id="r2"/><sheet name="b" sheetId="1" r:id="r1"/>`;
  return buildZip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${rows === null ? '' : sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relationship('worksheet', 'r1', 'worksheets/one.xml')}${relationship('worksheet', 'r2', '/xl/worksheets/two.xml')}${relationship('sharedStrings', 'r3', 'strings.xml')}${relationship('styles', 'r4', 'styles.xml')}</Relationships>`,
    'xl/worksheets/one.xml': sheet(rows ?? '').replaceAll('x:', ''),
    'xl/worksheets/two.xml': sheet('<x:row><x:c t="inlineStr"><x:is><x:t>hidden</x:t></x:is></x:c></x:row>'),
    'xl/strings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}<numFmts>${formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join('')}</cellXfs></styleSheet>`,
  });
}
