import { mkdtemp, readdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canListOpenFiles, listOpenFiles } from '../../../test/kit/files/open-files.ts';
import { PLAIN_CSV, readCells, readFileFault, readImportFile } from '../../../test/kit/files/read-import-file.ts';
import { buildWorkbook, buildZip, fileOpener } from '../../../test/kit/files/sample-files.ts';
import type { Preset } from '../presets/preset.ts';
import { openTable } from './open-table.ts';

const CSV = 'code,name\nCN,China\nFR,France\n';
const CELLS = [
  ['code', 'name'],
  ['CN', 'China'],
  ['FR', 'France'],
];
const MIB = 1024 * 1024;

// other tests unpack files at the same time, so these get a folder of their own
const { TMPDIR = tmpdir() } = process.env;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(TMPDIR, 'gazetteer-unpacked-'));
  process.env.TMPDIR = folder;
});
afterAll(async () => {
  process.env.TMPDIR = TMPDIR;
  expect(await readdir(folder)).toEqual([]);
  await rmdir(folder);
});

describe('reads', () => {
  test.each([
    ['a gzip file', async () => gzipSync(CSV)],
    ['a gzip file of two members', async () => Buffer.concat([gzipSync(CSV.slice(0, 20)), gzipSync(CSV.slice(20))])],
    ['a zip of one file', () => buildZip({ 'c.csv': CSV })],
    [
      'a zip with a folder and files of the operating system',
      () => buildZip({ 'a/': '', 'a/c.csv': CSV, '__MACOSX/a/._c.csv': 'x' }),
    ],
  ])('%s', async (_, packed) => {
    expect(await readCells(fileOpener(await packed(), 7))).toEqual(CELLS);
  });

  test('a compressed workbook', async () => {
    const book = await buildWorkbook({
      rows: '<row><c t="str"><v>code</v></c></row><row><c t="str"><v>CN</v></c></row>',
    });
    for (const packed of [gzipSync(book), await buildZip({ 'c.xlsx': book })]) {
      expect(await readCells(fileOpener(packed))).toEqual([['code'], ['CN']]);
    }
  });

  test('only as much as is requested and reports the progress', async () => {
    // multiples of a large number compress badly
    const rows = Array.from({ length: 300_000 }, (_, row) => ((row * 2_654_435_761) % 2 ** 32).toString(36));
    const text = `code,name\n${rows.map((code) => `${code},x\n`).join('')}`;
    const packed = gzipSync(text, { level: 1 });
    const file = fileOpener(packed)();
    const table = await openTable(() => file, PLAIN_CSV);
    for await (const lines of table.lines) if (lines.length > 0) break;
    expect(table.bytesRead()).toBeLessThan(packed.length);
    expect(file.destroyed).toBe(true);
    expect((await readImportFile(fileOpener(await buildZip({ c: CSV })))).bytesRead).toBe(
      (await buildZip({ c: CSV })).length,
    );
  });
});

describe.runIf(canListOpenFiles)('leaves no file open', () => {
  const openFiles = () => listOpenFiles().filter((path) => path.startsWith(folder));
  const nameRow = (...names: string[]) => `<row>${names.map((name) => `<c t="str"><v>${name}</v></c>`).join('')}</row>`;
  const rows = nameRow('code', 'name') + nameRow('CN', 'China').repeat(30_000);

  test('of a workbook whose header is refused', async () => {
    const book = await buildWorkbook({ rows: nameRow('code', 'code') + rows });
    expect(await readFileFault(fileOpener(book))).toMatchObject({ key: 'repeatedHeader' });
    await expect.poll(openFiles).toEqual([]);
  });

  test('of a workbook that another format was expected of', async () => {
    const preset = { recognises: () => false } as Partial<Preset> as Preset; // Cast: nothing else of it is used.
    const book = await buildWorkbook({ rows });
    expect(await readFileFault(fileOpener(book), { preset })).toMatchObject({ key: 'otherPreset' });
    await expect.poll(openFiles).toEqual([]);
  });

  test('of a workbook that is closed before its rows are read', async () => {
    const table = await openTable(fileOpener(await buildWorkbook({ rows })), PLAIN_CSV);
    expect(openFiles()).not.toEqual([]);
    await table.close();
    await expect.poll(openFiles).toEqual([]);
  });
});

describe('refuses', () => {
  test.each([
    ['an empty file', ''],
    ['an empty gzip file', gzipSync('')],
    ['a file of empty lines', '\n\r\n\n'],
  ])('%s', async (_, content) => {
    expect(await readFileFault(fileOpener(content))).toEqual({ key: 'empty' });
  });

  test.each([
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a PDF', '%PDF-1.7\n1 0 obj\n'],
    ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a workbook from before 2007', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])],
  ])('%s', async (_, content) => {
    expect(await readFileFault(fileOpener(content))).toEqual({ key: 'unknownType' });
  });

  test('a document of another office program', async () => {
    const document = await buildZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' });
    expect(await readFileFault(fileOpener(document))).toEqual({ key: 'unknownType' });
  });

  test('a workbook with a password', async () => {
    const container = [
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(70_000),
      'EncryptedPackage',
      Buffer.alloc(90),
    ];
    const bytes = Buffer.concat(
      container.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf16le') : part)),
    );
    expect(await readFileFault(fileOpener(bytes, 511))).toEqual({ key: 'encrypted' });
  });

  test('a zip with a password', async () => {
    expect(
      await readFileFault(fileOpener(withChangedEntry(await buildZip({ 'c.csv': CSV }), 8, (flags) => flags | 1))),
    ).toEqual({
      key: 'encrypted',
    });
  });

  test.each([
    ['no file', { 'a/': '' }],
    ['two files', { 'a.csv': CSV, 'b.csv': CSV }],
  ])('a zip of %s', async (_, files) => {
    expect(await readFileFault(fileOpener(await buildZip(files)))).toEqual({ key: 'notOneFile' });
  });

  test('a file that is compressed twice', async () => {
    expect(await readFileFault(fileOpener(gzipSync(gzipSync(CSV))))).toEqual({ key: 'notOneFile' });
    expect(await readFileFault(fileOpener(gzipSync(await buildZip({ c: CSV }))))).toEqual({ key: 'notOneFile' });
  });

  test.each(['gzip', 'zip'])('a %s of 100,000 rows that is cut in the middle', async (kind) => {
    const text = `code,name\n${Array.from({ length: 100_000 }, (_, row) => `C${row},name`).join('\n')}\n`;
    const packed = kind === 'zip' ? await buildZip({ 'c.csv': text }) : gzipSync(text, { level: 1 });
    expect(await readFileFault(fileOpener(packed.subarray(0, packed.length / 2), 65_536))).toEqual({
      key: 'truncated',
    });
  });

  test('a file with a wrong length or checksum', async () => {
    const gzip = gzipSync(CSV);
    gzip.writeUInt32LE(1, gzip.length - 8);
    expect(await readFileFault(fileOpener(gzip))).toEqual({ key: 'damaged' });
    expect(
      await readFileFault(fileOpener(withChangedEntry(await buildZip({ 'c.csv': CSV }), 16, (sum) => sum ^ 1))),
    ).toEqual({
      key: 'damaged',
    });
  });

  test('a decompression bomb', { tags: ['slow'] }, async () => {
    const tooLarge = { key: 'tooLarge', limit: 512 };
    const part = gzipSync(`${' '.repeat(200_000)}\n`.repeat(84));
    const bomb = Buffer.concat(Array.from({ length: 33 }, () => part));
    expect(bomb.length).toBeLessThan(MIB);
    expect(await readFileFault(fileOpener(bomb), { format: 'ndjson' })).toEqual(tooLarge);
    const oversized = withChangedEntry(await buildZip({ 'c.csv': CSV }), 24, () => 600 * MIB);
    expect(await readFileFault(fileOpener(oversized))).toEqual(tooLarge);
    // a size in the directory that is too small
    expect(await readFileFault(fileOpener(withChangedEntry(await buildZip({ 'c.csv': CSV }), 24, () => 5)))).toEqual({
      key: 'damaged',
    });
  });
});

/** Changes a number of the only entry in a zip's directory. */
function withChangedEntry(zip: Buffer, offset: number, change: (value: number) => number): Buffer {
  const at = zip.indexOf('PK\x01\x02', 0, 'latin1') + offset;
  zip.writeUInt32LE(change(zip.readUInt32LE(at)) >>> 0, at);
  return zip;
}
