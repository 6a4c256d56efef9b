import { RichText } from './rich-text.ts';
import { readXml } from './xml.ts';

/** The texts that cells refer to by their number. @throws FileFault damaged */
export async function readSharedStrings(bytes: AsyncIterable<Buffer>): Promise<string[]> {
  const strings: string[] = [];
  const rich = new RichText();
  const close = (name: string) => {
    rich.close(name);
    // a copy: what is cut out of the markup would keep all of it in memory
    if (name === 'si') strings.push(Buffer.from(rich.take()).toString());
  };
  const open = (name: string) => rich.open(name);
  const text = (text: string) => rich.text(text);
  for await (const _ of readXml(bytes, { open, text, close }));
  return strings;
}
