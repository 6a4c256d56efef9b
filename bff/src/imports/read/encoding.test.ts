import { expect, test } from 'vitest';
import { readCells, readFileFault } from '../../../test/kit/files/read-import-file.ts';
import { fileOpener } from '../../../test/kit/files/sample-files.ts';
import { detect } from './detect.ts';
import { detectEncoding } from './encoding.ts';

const TEXT = '代码,名称\nPEK,北京首都国际机场\nPKX,北京大兴国际机场\n';
/** 代码,名称 and two rows of 北京; Node cannot encode GB18030. */
const GB18030 = Buffer.from('b4fac2eb2cc3fbb3c60a50454b2cb1b1bea90a504b582cb1b1bea90a', 'hex');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const BYTES_WITH_NUL = Buffer.from([0x41, 0x00, 0x42]);

test.each([
  ['utf-8', Buffer.from(TEXT)],
  ['utf-8', Buffer.from(`\ufeff${TEXT}`)],
  ['utf-16le', Buffer.from(TEXT, 'utf16le')],
  ['utf-16le', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['utf-16be', utf16be(TEXT)],
  ['utf-16be', utf16be(`\ufeff${TEXT}`)],
  ['gb18030', GB18030],
] as const)('detects %s and decodes it in small chunks', async (encoding, bytes) => {
  const options = await detect(fileOpener(bytes), []);
  expect(options).toMatchObject({ encoding, format: 'csv', separator: ',', header: true });
  const [columns, first] = await readCells(fileOpener(bytes, 3), options);
  expect(columns).toEqual(['代码', '名称']);
  expect(first?.[1]).toMatch(/^北京/);
});

test.each([
  [
    'windows-1252',
    'Málaga',
    '636f64652c6e616d650a412c50e9726967756575780a422c4de16c6167610a432cc46c767362796e20962044924f726e616e6f0a',
  ],
  ['big5', '高雄國際機場', 'a54ebd582ca657bad90a412cbb4fa55faa51a473bef7b3f50a422cb0aab6afb0eabbdabef7b3f50a'],
  ['shift_jis', 'なりた', '8352815b83682c96bc8fcc0a412c938c8b9e8d918ddb8bf38d600a422c82c882e882bd0a'],
  [
    'gb18030',
    '广州白云机场',
    'b4fac2eb2cc3fbb3c60a412cb1b1bea9cad7b6bcb9fabccabbfab3a10a422cb9e3d6ddb0d7d4c6bbfab3a10a',
  ],
] as const)('distinguishes %s from other encodings in which the bytes are valid', async (encoding, name, hex) => {
  const file = fileOpener(Buffer.from(hex, 'hex'), 3);
  const options = await detect(file, []);
  expect(options.encoding).toBe(encoding);
  expect((await readCells(file, options))[2]?.[1]).toBe(name);
});

test('detects UTF-8 despite a few invalid bytes and replaces those', async () => {
  const file = fileOpener(
    Buffer.concat([Buffer.from(TEXT), Buffer.from('PGX,Périgueux\nSHA,', 'latin1'), Buffer.from('上海\n')]),
  );
  const options = await detect(file, []);
  expect(options.encoding).toBe('utf-8');
  expect((await readCells(file, options)).slice(3)).toEqual([
    ['PGX', 'P\ufffdrigueux'],
    ['SHA', '上海'],
  ]);
});

test.each([
  ['gb18030', GB18030],
  ['windows-1252', Buffer.from('code,name\nA,Périgueux\nB,Málaga\nC,Älvsbyn\nD,Örebro\n', 'latin1')],
  ['shift_jis', Buffer.from('8352815b83682c96bc8fcc0a412c938c8b9e8d918ddb8bf38d600a', 'hex')],
] as const)('detects %s despite an invalid byte', async (encoding, bytes) => {
  const bytesWithInvalidByte = Buffer.concat([bytes, Buffer.from('QQQ,'), Buffer.from([0xff]), Buffer.from('x\n')]);
  expect((await detect(fileOpener(bytesWithInvalidByte), [])).encoding).toBe(encoding);
});

test('accepts a letter that the end of the sample cuts in two', () => {
  expect(detectEncoding(Buffer.from('北京').subarray(0, 5))).toBe('utf-8');
  expect(detectEncoding(GB18030.subarray(0, -2))).toBe('gb18030');
});

test('falls back to UTF-8 and does not take a few NUL bytes for UTF-16', () => {
  expect(detectEncoding(Buffer.from('a,b\n1,é\n', 'latin1'))).toBe('utf-8');
  expect(detectEncoding(Buffer.concat([Buffer.from('a,b\n'.repeat(100)), BYTES_WITH_NUL]))).toBe('utf-8');
});

test.each([1, 64, 65_536])('reads a file with mixed encodings in chunks of %i bytes', async (size) => {
  const mixed = Buffer.concat([
    Buffer.from(TEXT),
    Buffer.from('SHA,上海\r\n'),
    GB18030.subarray(10),
    Buffer.from('X,Y\n'),
  ]);
  const cells = await readCells(fileOpener(mixed, size));
  expect(cells.map(([first]) => first)).toEqual(['代码', 'PEK', 'PKX', 'SHA', 'PEK', 'PKX', 'X']);
  expect(cells.map(([, name = '']) => name.includes('\ufffd'))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    false,
  ]);
});

test('reports column names in another encoding than the chosen one', async () => {
  expect(await readFileFault(fileOpener(Buffer.from('a,b\n', 'utf16le')))).toEqual({ key: 'binary', line: 1 });
  expect(await readFileFault(fileOpener(GB18030), { encoding: 'utf-8' })).toEqual({
    key: 'wrongEncoding',
    line: 1,
    detail: 'UTF-8',
  });
});

test.each(['utf-8', 'utf-16le'] as const)('reports a text in %s that ends within a letter', async (encoding) => {
  const bytes = Buffer.from(TEXT.trimEnd(), encoding === 'utf-8' ? 'utf8' : 'utf16le').subarray(0, -1);
  expect(await readFileFault(fileOpener(bytes), { encoding })).toEqual({ key: 'truncated' });
});

test('reports the line of a NUL byte', async () => {
  expect(await readFileFault(fileOpener('a,b\n1,2\n3,\x004\n'))).toEqual({ key: 'binary', line: 3 });
});
