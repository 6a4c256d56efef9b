import { type Cell, formatRecord } from '#columns/cells.ts';
import type { Column, Table } from './format.ts';
import { styles, worksheet } from './workbook.ts';
import { escapeXml } from './xml.ts';

/** What Excel takes in a cell. */
const longest = 32_767;

const isNumeric = ({ form }: Column) => form === 'number' || form === 'decimal';

/** The sheet's XML, its first row, frozen, with the columns' names. */
export async function* sheet({ columns, records }: Table): AsyncGenerator<string> {
  const letters = columns.map((_, index) => lettersOf(index));
  let number = 1;
  const row = (cells: string) => `<row r="${number++}">${cells}</row>`;
  yield opening(columns) +
    row(columns.map(({ key }, index) => text(`${letters[index]}1`, key, styles.heading)).join(''));
  for await (const batch of records) {
    const rows = batch.map((record) => {
      const at = number;
      return row(
        formatRecord(columns, record)
          .map((cell, index) => toXml(`${letters[index]}${at}`, cell))
          .join(''),
      );
    });
    yield rows.join('');
  }
  yield closing;
}

const opening = (columns: Column[]): string =>
  `${worksheet.opening}<sheetViews><sheetView workbookViewId="0">` +
  `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>` +
  columns
    .map((column, index) => {
      const style = isNumeric(column) ? styles.plain : styles.text;
      return `<col min="${index + 1}" max="${index + 1}" width="16" customWidth="1" style="${style}"/>`;
    })
    .join('') +
  '</cols><sheetData>';

// a code of digits is meant as a text: no mark at each cell says otherwise
const closing =
  '</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>' +
  worksheet.closing;

function toXml(place: string, cell: Cell): string {
  if (cell.text === '') return '';
  return cell.isNumber ? `<c r="${place}"><v>${cell.text}</v></c>` : text(place, cell.text, styles.text);
}

const text = (place: string, value: string, style: number) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value.slice(0, longest))}</t></is></c>`;

/** `A`, …, `Z`, `AA`, … */
const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
