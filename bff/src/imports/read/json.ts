import { JSONParser, type ParsedElementInfo, type ParsedTokenInfo, TokenType } from '@streamparser/json';
import { MAX_JSON_DEPTH } from '#http/body.ts';
import { FileFault } from '../types.ts';
import { type Shape, ShapeFinder } from './json-shape.ts';
import { HEAD, inKib, limits } from './limits.ts';
import { asFields, type FileRecord, isObject } from './records.ts';

/** The column of the codes under which an object holds its records. */
const KEY_COLUMN = '(key)';

/** Levels around a record in the deepest of the paths. */
const WRAPPERS = 3;

const DEPTHS: Partial<Record<TokenType, number>> = {
  [TokenType.LEFT_BRACE]: 1,
  [TokenType.LEFT_BRACKET]: 1,
  [TokenType.RIGHT_BRACE]: -1,
  [TokenType.RIGHT_BRACKET]: -1,
};

/**
 * The records of a JSON text, each with the line where it begins: of a list, of one that an object holds, or of an object that holds
 * each under its code. @throws FileFault notJson, truncated, rowTooLong
 */
export async function* jsonRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord[]> {
  const finder = new ShapeFinder();
  let reader: JsonReader | undefined;
  let pending = '';
  for await (const chunk of text) {
    pending += chunk;
    const shape = reader ? undefined : finder.find(chunk, pending.length > HEAD);
    if (shape) reader = new JsonReader(shape);
    if (!reader) continue;
    reader.take(pending);
    pending = '';
    if (reader.records.length > 0) yield reader.records.splice(0);
  }
  if (!reader && pending.trim() === '') return;
  reader ??= new JsonReader(finder.guess());
  reader.take(pending);
  reader.finish();
  yield reader.records;
}

class JsonReader {
  readonly records: FileRecord[] = [];
  private line = 1;
  private depth = 0;
  /** By depth the line where the last thing at it began. */
  private readonly begun: number[] = [];
  /** Characters since the last record. */
  private length = 0;
  private readonly parser: JSONParser;

  private readonly isKeyed: boolean;

  constructor({ path, isKeyed }: Shape) {
    this.isKeyed = isKeyed;
    this.parser = new JSONParser({ paths: [path], keepStack: false });
    this.parser.onToken = (token) => this.follow(token);
    this.parser.onValue = (element) => this.keep(element);
  }

  /** By lines, as the parser does not tell of them. */
  take(text: string): void {
    for (const part of text.split(/(?<=\n)/)) {
      this.length += part.length;
      if (this.length > limits.markedUpRow) {
        throw new FileFault('rowTooLong', { line: this.begun[this.depth] ?? this.line, limit: inKib(limits.row) });
      }
      this.parse(() => this.parser.write(part), new FileFault('notJson', { line: this.line }));
      if (part.endsWith('\n')) this.line++;
    }
  }

  finish(): void {
    if (!this.parser.isEnded) this.parse(() => this.parser.end(), new FileFault('truncated'));
  }

  private parse(step: () => void, fault: FileFault): void {
    try {
      step();
    } catch (error) {
      throw error instanceof FileFault ? error : fault;
    }
  }

  private follow({ token }: ParsedTokenInfo): void {
    const step = DEPTHS[token] ?? 0;
    if (step > 0) this.begun[this.depth] = this.line;
    this.depth += step;
    if (this.depth > WRAPPERS + MAX_JSON_DEPTH)
      throw new FileFault('tooDeep', { line: this.line, limit: MAX_JSON_DEPTH });
  }

  private keep({ value, key, parent }: ParsedElementInfo): void {
    if (this.isKeyed ? !isObject(value) : !Array.isArray(parent)) return;
    const fields = asFields(value, this.line);
    const line = this.begun[this.depth] ?? this.line;
    this.records.push({ line, fields: this.isKeyed ? { [KEY_COLUMN]: String(key), ...fields } : fields });
    this.length = 0;
  }
}
