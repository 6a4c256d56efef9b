import { FileFault } from '../types.ts';
import { type Encoding, strictDecoder } from './encoding.ts';

/**
 * The text of a file, each end of a line as `\n`.
 * @throws FileFault wrongEncoding, binary, truncated
 */
export async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const strict = new StrictText(encoding);
  for await (const chunk of bytes) yield strict.decode(chunk);
  yield strict.end();
}

class StrictText {
  private readonly encoding: Encoding;
  private readonly decoder: ReturnType<typeof strictDecoder>;
  /** One chunk behind, to find where in a chunk the fault is: the other's state is lost with it. */
  private readonly follower: ReturnType<typeof strictDecoder>;
  private line = 1;
  private endsInCr = false;

  constructor(encoding: Encoding) {
    this.encoding = encoding;
    this.decoder = strictDecoder(encoding);
    this.follower = strictDecoder(encoding);
  }

  decode(chunk: Buffer): string {
    const text = this.normalised(this.strictly(chunk));
    this.follower.decode(chunk, { stream: true });
    const nul = text.indexOf('\0');
    if (nul >= 0) throw new FileFault('binary', { line: this.line + newlines(text.slice(0, nul)) });
    this.line += newlines(text);
    return text;
  }

  end(): string {
    try {
      return this.normalised(this.decoder.decode()) + (this.endsInCr ? '\n' : '');
    } catch {
      throw new FileFault('truncated');
    }
  }

  private strictly(chunk: Buffer): string {
    try {
      return this.decoder.decode(chunk, { stream: true });
    } catch {
      throw new FileFault('wrongEncoding', { line: this.faultyLine(chunk), detail: this.encoding.toUpperCase() });
    }
  }

  private faultyLine(chunk: Buffer): number {
    let line = this.line;
    try {
      for (const byte of chunk) {
        line += newlines(this.normalised(this.follower.decode(Uint8Array.of(byte), { stream: true })));
      }
    } catch {
      // here it is
    }
    return line;
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
