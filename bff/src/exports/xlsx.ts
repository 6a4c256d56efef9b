import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type Cell, formatRecord } from '#columns/cells.ts';
import type { ExportColumn, ExportFormat, ExportTable } from './table.ts';

/** A sheet of a workbook. */
export interface Sheet extends ExportTable {
  name: string;
  /** The widths of its columns in characters; their texts are wrapped. Without it all columns have the same width. */
  widths?: number[];
}

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN_NAMESPACE = `xmlns="${SCHEMAS}/spreadsheetml/2006/main"`;
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${SCHEMAS}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relationships = (items: string) =>
  `${XML_HEAD}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${items}</Relationships>`;

/** Indexes into `cellXfs` below. The text style has format 49, `@`, so that codes typed into a cell keep their zeros. */
const STYLE_INDEX = { plain: 0, text: 1, heading: 2, wrapped: 3 };

const sheetPath = (index: number) => `worksheets/sheet${index + 1}.xml`;

/** Returns all parts of a workbook except for the sheets, by path. */
const workbookParts = (names: string[], description: string): Record<string, string> => ({
  '[Content_Types].xml':
    `${XML_HEAD}<Types xmlns="${SCHEMAS}/package/2006/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
    names
      .map((_, index) => `<Override PartName="/xl/${sheetPath(index)}" ContentType="${TYPES}.worksheet+xml"/>`)
      .join('') +
    '</Types>',
  '_rels/.rels': relationships(
    relationship('rId1', 'officeDocument', 'xl/workbook.xml') +
      `<Relationship Id="rId2" Type="${SCHEMAS}/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
  ),
  'docProps/core.xml':
    `${XML_HEAD}<cp:coreProperties xmlns:cp="${SCHEMAS}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
    `<dc:creator>Gazetteer</dc:creator><dc:description>${escapeXml(description)}</dc:description></cp:coreProperties>`,
  'xl/workbook.xml':
    `${XML_HEAD}<workbook ${MAIN_NAMESPACE} xmlns:r="${SCHEMAS}/officeDocument/2006/relationships">` +
    `<sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships(
    names.map((_, index) => relationship(`rId${index + 1}`, 'worksheet', sheetPath(index))).join('') +
      relationship(`rId${names.length + 1}`, 'styles', 'styles.xml'),
  ),
  'xl/styles.xml':
    `${XML_HEAD}<styleSheet ${MAIN_NAMESPACE}>` +
    `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
    `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
    `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
    `<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>` +
    `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">` +
    `<alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`,
});

const WORKSHEET_TAGS = { opening: `${XML_HEAD}<worksheet ${MAIN_NAMESPACE}>`, closing: '</worksheet>' };

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text for a cell's XML. Characters that XML does not allow become `_x001B_`, and so do texts that look like such an escape (ST_Xstring). */
const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the function escapes control characters
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)|[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, numberedEscape)
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character);

const numberedEscape = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Exports a workbook with one sheet. */
export const xlsx: ExportFormat = (table) => workbook([{ name: 'Gazetteer', ...table }], table.attribution);

/** Creates a workbook (ECMA-376), compressed on demand, with a description among its properties. The names of the sheets need no escapes. */
export function workbook(sheets: Sheet[], description = ''): Readable {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(
    workbookParts(
      sheets.map(({ name }) => name),
      description,
    ),
  ))
    zip.addBuffer(Buffer.from(content), path);
  const file = new PassThrough();
  const contents = sheets.map((sheet) => Readable.from(sheetXml(sheet)));
  for (const [index, content] of contents.entries()) {
    zip.addReadStream(content, `xl/${sheetPath(index)}`);
    content.once('error', (error) => file.destroy(error));
  }
  zip.end();
  // the archive does not stop reading by itself when the file's stream ends
  pipeline(zip.outputStream, file, () => {
    for (const content of contents) content.destroy();
  });
  return file;
}

/** Excel's limit for the text of a cell. */
const MAX_CELL_LENGTH = 32_767;

const isNumeric = ({ cellFormat }: ExportColumn) => cellFormat === 'number' || cellFormat === 'decimal';

/** Yields the sheet's XML; the first row contains the column names and is frozen. */
async function* sheetXml({ columns, records, widths }: Sheet): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index));
  let rowNumber = 1;
  const row = (cells: string) => `<row r="${rowNumber++}">${cells}</row>`;
  const style = widths ? STYLE_INDEX.wrapped : STYLE_INDEX.text;
  yield sheetOpening(columns, widths) +
    row(
      columns.map(({ key }, index) => (key ? textCell(`${letters[index]}1`, key, STYLE_INDEX.heading) : '')).join(''),
    );
  for await (const batch of records) {
    const rows = batch.map((record) => {
      const currentRow = rowNumber;
      return row(
        formatRecord(columns, record)
          .map((cell, index) => toCellXml(`${letters[index]}${currentRow}`, cell, style))
          .join(''),
      );
    });
    yield rows.join('');
  }
  yield SHEET_CLOSING;
}

const sheetOpening = (columns: ExportColumn[], widths: number[] = []): string =>
  `${WORKSHEET_TAGS.opening}<sheetViews><sheetView workbookViewId="0">` +
  `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>` +
  columns
    .map((column, index) => {
      const style = isNumeric(column) ? STYLE_INDEX.plain : STYLE_INDEX.text;
      return `<col min="${index + 1}" max="${index + 1}" width="${widths[index] ?? 16}" customWidth="1" style="${style}"/>`;
    })
    .join('') +
  '</cols><sheetData>';

// suppresses Excel's warning about numbers stored as text, as codes may consist of digits
const SHEET_CLOSING =
  '</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>' +
  WORKSHEET_TAGS.closing;

function toCellXml(reference: string, cell: Cell, textStyle: number): string {
  if (cell.text === '') return '';
  return cell.isNumber ? `<c r="${reference}"><v>${cell.text}</v></c>` : textCell(reference, cell.text, textStyle);
}

const textCell = (reference: string, value: string, style: number) =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value.slice(0, MAX_CELL_LENGTH))}</t></is></c>`;

/** `A`, …, `Z`, `AA`, … */
const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
