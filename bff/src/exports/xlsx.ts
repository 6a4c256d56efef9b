import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Format } from './format.ts';
import { sheet } from './sheet.ts';
import { parts } from './workbook.ts';

/** A workbook of one sheet (ECMA-376), zipped as it is taken. */
export const xlsx: Format = (table) => {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path);
  const content = Readable.from(sheet(table));
  zip.addReadStream(content, 'xl/worksheets/sheet1.xml');
  zip.end();
  const file = new PassThrough();
  content.once('error', (error) => file.destroy(error));
  // the archive reads on by itself, whoever takes it
  pipeline(zip.outputStream, file, () => content.destroy());
  return file;
};
