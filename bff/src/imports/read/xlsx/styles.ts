import { FileFault } from '../../types.ts';
import { limits } from '../limits.ts';
import { builtInFormat, formatOfCode, type NumberFormat } from './number-format.ts';
import { readXml } from './xml.ts';

/** The number formats of a workbook by the number of a cell's style. @throws FileFault damaged */
export async function readStyles(bytes: AsyncIterable<Buffer>): Promise<NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  const open = (name: string, attributes: Record<string, string>) => {
    const id = Number(attributes.numFmtId);
    if (name === 'cellXfs') isOfCells = true;
    else if (name === 'numFmt') own.set(id, formatOfCode(attributes.formatCode ?? ''));
    else if (name === 'xf' && isOfCells) formats.push(own.get(id) ?? builtInFormat(id));
    if (formats.length > limits.cellStyles) throw new FileFault('damaged');
  };
  const close = (name: string) => {
    if (name === 'cellXfs') isOfCells = false;
  };
  for await (const _ of readXml(bytes, { open, text: () => {}, close }));
  return formats;
}
