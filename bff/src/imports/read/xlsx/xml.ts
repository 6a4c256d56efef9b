import { SaxesParser } from 'saxes';
import { FileFault } from '../../file-model.ts';
import { LIMITS } from '../limits.ts';

/** Receives the tags and texts of a workbook's part; names come without prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void;
  text(text: string): void;
  close(name: string): void;
}

/**
 * Passes the content of each chunk to the handler, then yields the chunk's length. The parser ignores entity declarations, so
 * none can expand.
 * @throws FileFault damaged, tooDeep
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<number> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  /** Bytes since the last tag: the parser buffers a text or a tag until its end. */
  let pending = 0;
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    depth++;
    if (depth > LIMITS.xmlDepth) throw new FileFault('tooDeep', { limit: LIMITS.xmlDepth });
    handler.open(localName(name), attributes);
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.on('closetag', ({ name }) => {
    pending = 0;
    depth--;
    handler.close(localName(name));
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) {
    pending += chunk.length;
    mapParserErrors(() => parser.write(decoder.decode(chunk, { stream: true })));
    if (pending > LIMITS.markedUpRow) throw new FileFault('damaged');
    yield chunk.length;
  }
  mapParserErrors(() => parser.write(decoder.decode()).close());
}

function mapParserErrors(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('damaged');
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
