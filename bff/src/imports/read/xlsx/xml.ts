import { SaxesParser } from 'saxes';
import { FileFault } from '../../types.ts';

/** What is told of a part of a workbook; names without prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void;
  text(text: string): void;
  close(name: string): void;
}

/** Tells the handler of each chunk, then yields its length. Entities of a document's own are not known, so none can swell. @throws FileFault damaged */
export async function* readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<number> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on('opentag', ({ name, attributes }) => handler.open(local(name), attributes));
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.on('closetag', ({ name }) => handler.close(local(name)));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) {
    sound(() => parser.write(decoder.decode(chunk, { stream: true })));
    yield chunk.length;
  }
  sound(() => parser.write(decoder.decode()).close());
}

function sound(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('damaged');
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
