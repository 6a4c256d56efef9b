import { text } from 'node:stream/consumers';
import { XMLParser } from 'fast-xml-parser';
import { fromBufferPromise } from 'yauzl';

/** Unpacks the parts of a workbook, by path. */
export async function unzipParts(file: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  const parts: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) parts[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  return parts;
}

interface CellXml {
  '@r': string;
  '@t'?: string;
  v?: string;
  is?: { t: { '#text': string } };
}

/** Parses XML to objects in which attributes are named `@name`. */
export const xmlParser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (name: string) => name === 'row' || name === 'c' || name === 'sheet',
});

/** Reads the cells of each row of a sheet by column letter. Numbers are returned in the form `# 1`. */
export async function readRows(file: Buffer, sheet = 1): Promise<Record<string, string>[]> {
  const { row } = xmlParser.parse((await unzipParts(file))[`xl/worksheets/sheet${sheet}.xml`] ?? '').worksheet
    .sheetData;
  return row.map(({ c = [] }: { c?: CellXml[] }) =>
    Object.fromEntries(
      c.map((cell) => [
        cell['@r'].replace(/\d+$/, ''),
        cell['@t'] === 'inlineStr' ? cell.is?.t['#text'] : `# ${cell.v}`,
      ]),
    ),
  );
}

/** Reads the names and the filled cells of all sheets. */
export async function readSheets(file: Buffer): Promise<{ name: string; rows: string[][] }[]> {
  const sheets: { '@name': string }[] = xmlParser.parse((await unzipParts(file))['xl/workbook.xml'] ?? '').workbook
    .sheets.sheet;
  return Promise.all(
    sheets.map(async ({ '@name': name }, index) => ({
      name,
      rows: (await readRows(file, index + 1)).map((cells) => Object.values(cells)),
    })),
  );
}
