import { describe, expect, test } from 'vitest';
import { readFileFault, readImportFile } from '../../../test/kit/files/read-import-file.ts';
import { buildWorkbook, fileOpener, type WorkbookParts } from '../../../test/kit/files/sample-files.ts';
import { measureGrowthByDoubling } from '../../../test/kit/growth.ts';
import { FileFault } from '../file-model.ts';
import { detect } from './detect.ts';

const MAX_GROWTH = 2.5;
const CHARACTERS = 62_500;
const DOUBLINGS = 3;

const heapUsed = () => process.memoryUsage().heapUsed;

/** Detects and reads a file as an import does; a file may also be refused. */
async function read(content: Buffer): Promise<void> {
  const file = fileOpener(content);
  try {
    await readImportFile(file, await detect(file, []));
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
  }
}

const singleCellWorkbook = (parts: Partial<WorkbookParts>) =>
  buildWorkbook({ rows: '<row><c><v>1</v></c></row>', ...parts });
const repeatText = (text: string) => (size: number) => Buffer.from(text.repeat(size / text.length));
const csvWithCell = (text: string) => (size: number) =>
  Buffer.from(`code,name\nA,${text.repeat(size / text.length)}\n`);
const workbookWithFormat = (format: string) => (size: number) =>
  singleCellWorkbook({ formats: [format.repeat(size / format.length)], rows: '<row><c s="1"><v>1</v></c></row>' });

type HostileFile = [name: string, contentOf: (size: number) => Buffer | Promise<Buffer>];

const knownQuadraticFiles: HostileFile[] = [
  ['quotes within a cell', csvWithCell('a"')],
  ['spaces within a name of a column', (size) => Buffer.from(`name${' '.repeat(size)}x,code\nA,B\n`)],
  ['brackets in a number format', workbookWithFormat('[')],
  [
    'escapes in a shared text',
    (size) => singleCellWorkbook({ strings: `<si><t>${'_x0041'.repeat(size / 6)}</t></si>` }),
  ],
  ['braces', repeatText('{"a":')],
];
const otherFiles: HostileFile[] = [
  ['quotes', repeatText('"')],
  ['separators', repeatText(',;\t|^')],
  ['empty lines', repeatText('\r\n')],
  ['carriage returns', repeatText('\r')],
  ['spaces', repeatText('  ')],
  ['brackets', repeatText('[')],
  ['escapes', repeatText('\\u005c')],
  ['lists within lists', repeatText('[{"a":[[]]},')],
  ['quotes in a number format', workbookWithFormat('&quot;a')],
  ['escapes in a number format', workbookWithFormat('\\')],
  ['shared texts of one run', (size) => singleCellWorkbook({ strings: `<si>${'<t>a</t>'.repeat(size / 8)}</si>` })],
  ['empty shared texts', (size) => singleCellWorkbook({ strings: '<si/>'.repeat(size / 5) })],
  ['cells in one row', (size) => singleCellWorkbook({ rows: `<row>${'<c/>'.repeat(size / 4)}</row>` })],
  ['attributes of one tag', (size) => singleCellWorkbook({ rows: `<row ${attributes(size / 10)}/>` })],
];
const TITLE = 'reads twice as many %s in at most 2.5 times the time';

test.for(knownQuadraticFiles)(TITLE, growsLinearly);
test.for(otherFiles)(TITLE, { tags: ['slow'] }, growsLinearly);

async function growsLinearly([, contentOf]: HostileFile): Promise<void> {
  const sizes = new Map<number, Buffer>();
  const run = async (size: number) => {
    const content = sizes.get(size) ?? (await contentOf(size));
    sizes.set(size, content);
    await read(content);
  };
  expect(await measureGrowthByDoubling(CHARACTERS, run, MAX_GROWTH, DOUBLINGS)).toBeLessThan(MAX_GROWTH);
}

const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ');

describe('refuses deep nesting before it takes memory:', () => {
  const nested = '<a>'.repeat(2_000_000);

  test.each<[string, Partial<WorkbookParts>]>([
    ['the styles of a workbook', { styles: nested }],
    ['its shared texts', { strings: nested }],
    ['its sheet', { rows: nested }],
  ])('%s', async (_, parts) => {
    const file = fileOpener(await singleCellWorkbook(parts));
    const before = heapUsed();
    expect(await readFileFault(file)).toEqual({ key: 'tooDeep', limit: 64 });
    expect(heapUsed() - before).toBeLessThan(64 * 2 ** 20);
  });

  test.each(['{"items":[{"a":', '{"data":{"items":[{"a":', '[{"a":'])('JSON that begins with %s', async (start) => {
    const text = `${start}${'['.repeat(5000)}1${']'.repeat(5000)}`;
    expect(await readFileFault(fileOpener(text), { format: 'json' })).toEqual({ key: 'tooDeep', line: 1, limit: 20 });
  });

  test('a line of NDJSON', async () => {
    const text = `{"code":"A"}\n{"code":${'['.repeat(5000)}1${']'.repeat(5000)}}\n`;
    expect(await readFileFault(fileOpener(text), { format: 'ndjson' })).toEqual({ key: 'tooDeep', line: 2, limit: 20 });
  });
});
