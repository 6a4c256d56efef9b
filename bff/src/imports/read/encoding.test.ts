import { expect, test } from 'vitest';
import { fileOf } from '../../../test/kit/made-files.ts';
import { cellsOf, faultOf } from '../../../test/kit/read-file.ts';
import { detect } from './detect.ts';
import { detectEncoding } from './encoding.ts';

const TEXT = '代码,名称\nPEK,北京首都国际机场\nPKX,北京大兴国际机场\n';
/** 代码,名称 and two rows of 北京; Node encodes into no GB18030 */
const GB18030 = Buffer.from('b4fac2eb2cc3fbb3c60a50454b2cb1b1bea90a504b582cb1b1bea90a', 'hex');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const NO_TEXT = Buffer.from([0x41, 0x00, 0x42]);

test.each([
  ['utf-8', Buffer.from(TEXT)],
  ['utf-8', Buffer.from(`\ufeff${TEXT}`)],
  ['utf-16le', Buffer.from(TEXT, 'utf16le')],
  ['utf-16le', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['utf-16be', utf16be(TEXT)],
  ['utf-16be', utf16be(`\ufeff${TEXT}`)],
  ['gb18030', GB18030],
] as const)('finds %s and reads it, in whatever chunks it comes', async (encoding, bytes) => {
  const options = await detect(fileOf(bytes), []);
  expect(options).toMatchObject({ encoding, format: 'csv', separator: ',', header: true });
  const [columns, first] = await cellsOf(fileOf(bytes, 3), options);
  expect(columns).toEqual(['代码', '名称']);
  expect(first?.[1]).toMatch(/^北京/);
});

test('takes a letter that is cut in two at the end of what is looked at for one', () => {
  expect(detectEncoding(Buffer.from('北京').subarray(0, 5))).toBe('utf-8');
  expect(detectEncoding(GB18030.subarray(0, -2))).toBe('gb18030');
});

test('takes what is of no encoding for UTF-8, and a few NUL bytes for none of UTF-16', () => {
  expect(detectEncoding(Buffer.from('a,b\n1,é\n', 'latin1'))).toBe('utf-8');
  expect(detectEncoding(Buffer.concat([Buffer.from('a,b\n'.repeat(100)), NO_TEXT]))).toBe('utf-8');
});

test.each([1, 64, 65_536])('tells the line where encodings mix, in chunks of %i bytes', async (size) => {
  const mixed = Buffer.concat([Buffer.from(TEXT), Buffer.from('SHA,上海\r\n'), GB18030]);
  expect(await faultOf(fileOf(mixed, size))).toEqual({ key: 'wrongEncoding', line: 5, detail: 'UTF-8' });
});

test('tells that a text is of another encoding than the one chosen', async () => {
  expect(await faultOf(fileOf(Buffer.from(TEXT, 'utf16le')), { encoding: 'gb18030' })).toMatchObject({
    key: 'wrongEncoding',
    detail: 'GB18030',
  });
  expect(await faultOf(fileOf(Buffer.from('a,b\n', 'utf16le')))).toEqual({ key: 'binary', line: 1 });
  expect(await faultOf(fileOf(GB18030), { encoding: 'utf-8' })).toMatchObject({ key: 'wrongEncoding', line: 1 });
});

test.each(['utf-8', 'utf-16le'] as const)('tells of a text in %s that ends within a letter', async (encoding) => {
  const bytes = Buffer.from(TEXT.trimEnd(), encoding === 'utf-8' ? 'utf8' : 'utf16le').subarray(0, -1);
  expect(await faultOf(fileOf(bytes), { encoding })).toEqual({ key: 'truncated' });
});

test('tells the line of a NUL byte', async () => {
  expect(await faultOf(fileOf('a,b\n1,2\n3,\x004\n'))).toEqual({ key: 'binary', line: 3 });
});
