import { limits } from '../limits.ts';
import { tooLarge } from '../progress.ts';
import { RichText } from './rich-text.ts';
import { readXml } from './xml.ts';

/** The texts that cells refer to by their number. @throws FileFault damaged, tooLarge */
export async function readSharedStrings(bytes: AsyncIterable<Buffer>): Promise<string[]> {
  const strings: string[] = [];
  const rich = new RichText();
  const close = (name: string) => {
    rich.close(name);
    if (name === 'si') strings.push(rich.take());
  };
  let length = 0;
  for await (const read of readXml(bytes, {
    open: (name) => rich.open(name),
    text: (text) => rich.text(text),
    close,
  })) {
    length += read;
    if (length > limits.sharedStrings) throw tooLarge(limits.sharedStrings);
  }
  return strings;
}
