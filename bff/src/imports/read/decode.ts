import { FileFault, UNDECODABLE } from '../types.ts';
import { type Encoding, lenientDecoder } from './encoding.ts';

/**
 * The text of a file, each end of a line as `\n`; bytes that are not of the encoding stand as U+FFFD, to be told of in their cells.
 * @throws FileFault binary, truncated
 */
export async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const text = new LenientText(encoding);
  for await (const chunk of bytes) yield text.decode(chunk);
  yield text.end();
}

class LenientText {
  private readonly decoder: ReturnType<typeof lenientDecoder>;
  private line = 1;
  private endsInCr = false;

  constructor(encoding: Encoding) {
    this.decoder = lenientDecoder(encoding);
  }

  decode(chunk: Buffer): string {
    const text = this.normalised(this.decoder.decode(chunk, { stream: true }));
    const nul = text.indexOf('\0');
    if (nul >= 0) throw new FileFault('binary', { line: this.line + newlines(text.slice(0, nul)) });
    this.line += newlines(text);
    return text;
  }

  end(): string {
    const rest = this.decoder.decode();
    if (rest.includes(UNDECODABLE)) throw new FileFault('truncated');
    return this.normalised(rest) + (this.endsInCr ? '\n' : '');
  }

  /** A carriage return at the end waits for what follows it. */
  private normalised(text: string): string {
    if (!this.endsInCr && !text.includes('\r')) return text;
    const whole = this.endsInCr ? `\r${text}` : text;
    this.endsInCr = whole.endsWith('\r');
    return (this.endsInCr ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n');
  }
}

export function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
