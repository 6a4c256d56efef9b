import { expect, test } from 'vitest';
import { readCells, readFileFault, readImportFile } from '../../../test/kit/files/read-import-file.ts';
import { fileOpener } from '../../../test/kit/files/sample-files.ts';
import { detect } from './detect.ts';

test('reports the line where each row begins for all line ends, also within quotes', async () => {
  const text = '\r\ncode,note\r\n\r\nA,"two\r\nlines"\rB,"a ""quote"""\nC,5" wide\n\n\nD,"three\n\nlines"\r\nE,end';
  const { columns, lines } = await readImportFile(fileOpener(text, 3));
  expect(columns).toEqual(['code', 'note']);
  expect(lines).toEqual([
    { line: 4, cells: ['A', 'two\nlines'] },
    { line: 6, cells: ['B', 'a "quote"'] },
    { line: 7, cells: ['C', '5" wide'] },
    { line: 10, cells: ['D', 'three\n\nlines'] },
    { line: 13, cells: ['E', 'end'] },
  ]);
});

test('keeps rows with too many or too few cells and skips empty rows', async () => {
  const cells = await readCells(fileOpener('a,b,c\n1\n,,\n  \n1,2,3,4\n 5 ,"",x\n'));
  expect(cells.slice(1)).toEqual([['1'], ['1', '2', '3', '4'], [' 5 ', '', 'x']]);
});

test('keeps quotes that text follows as plain characters', async () => {
  const text = 'a,b\n"ANDA AIR" LIMITED,1\n"x, ""y"" "z\n"",3\n';
  expect((await readCells(fileOpener(text, 3))).slice(1)).toEqual([
    ['"ANDA AIR" LIMITED', '1'],
    ['"x, "y" "z'],
    ['', '3'],
  ]);
});

test('reads quotes as text with `quotes: false`', async () => {
  const text = 'a,b\n"x,1\n"y",2"\n';
  expect((await readCells(fileOpener(text), { quotes: false })).slice(1)).toEqual([
    ['"x', '1'],
    ['"y"', '2"'],
  ]);
});

test('drops empty cells at the end of a row and the line that declares the separator', async () => {
  const text = 'sep=;\r\na;b\r\n1;2;;\r\n3;4;5\r\n6;7\r\n';
  const options = await detect(fileOpener(text), []);
  expect(options).toMatchObject({ separator: ';', header: true });
  const { columns, lines } = await readImportFile(fileOpener(text, 3), options);
  expect(columns).toEqual(['a', 'b']);
  expect(lines).toEqual([
    { line: 3, cells: ['1', '2'] },
    { line: 4, cells: ['3', '4', '5'] },
    { line: 5, cells: ['6', '7'] },
  ]);
});

test.each([
  ['never closed', 'a,b\n1,2\n\n3,"x\n4,5\n6,7\n', 4],
  ['closed by the quote of another row', 'a,b\n1,"x\n2,"y"\n3,4\n', 2],
  ['open for longer than a row may be', `a,b\n1,2\n3,"x\n${'4,5\n'.repeat(100_000)}`, 3],
])('reports the row of a quote that is %s', async (_, text, line) => {
  expect(await readFileFault(fileOpener(text))).toEqual({ key: 'unclosedQuote', line });
});

test.each([
  ['', 'x'],
  ['quoted ', '"x'],
])('refuses a %scell of 10 MiB and reports its line', async (_, start) => {
  const end = start.startsWith('"') ? '"' : '';
  const text = `a,b\n1,2\n3,${start}${'x'.repeat(10 * 1024 * 1024)}${end}\n4,5\n`;
  expect(await readFileFault(fileOpener(text, 65_536))).toEqual({ key: 'rowTooLong', line: 3, limit: 256 });
});
