import { JSONParser, type ParsedElementInfo, type ParsedTokenInfo, Tokenizer, TokenType } from '@streamparser/json';
import { MAX_JSON_DEPTH } from '#http/bodies.ts';
import { FileFault } from '../file-model.ts';
import { HEAD_BYTES, inKib, LIMITS } from './limits.ts';
import { type FileRecord, isObject, toFields } from './records.ts';

/** Where the records of a JSON text stand, as a path of the parser. */
interface Shape {
  path: string;
  /** They stand under their codes in an object. */
  isKeyed: boolean;
}

/** Below so many levels nothing tells where the records stand. */
const MAX_DEPTH = 3;

const LIST_NAMES = ['items', 'data'];

/** `PEK` or `00AK`, but not the name of a list or of something told beside it. */
const CODE = /^(?!DATA$)[A-Z0-9][A-Z0-9-]*$/;

/** Finds out by the beginning of a JSON text where its records stand. */
class ShapeFinder {
  private readonly tokenizer = new Tokenizer();
  private shape: Shape | undefined;
  /** What is open, from the outermost on: `[`, or `{` with the key that was read there last. */
  private readonly open: { isList: boolean; key: string }[] = [];
  private text = '';
  private hasObjects = false;
  private isBroken = false;

  constructor() {
    this.tokenizer.onToken = (token) => this.onToken(token);
    // the reader tells of what is wrong, with its line
    this.tokenizer.onError = () => {
      this.isBroken = true;
    };
  }

  /** Undefined where more has to be read; `isLast`: no more will be. */
  find(chunk: string, isLast: boolean): Shape | undefined {
    if (!this.isBroken) this.tokenizer.write(chunk);
    return this.shape ?? (isLast || this.isBroken ? this.guess() : undefined);
  }

  guess(): Shape {
    return this.shape ?? (this.hasObjects ? { path: '$.*', isKeyed: true } : listAt('items'));
  }

  private onToken({ token, value }: ParsedTokenInfo): void {
    if (this.shape) return;
    const last = this.open.at(-1);
    switch (token) {
      case TokenType.STRING:
        this.text = String(value);
        break;
      case TokenType.COLON:
        if (last) last.key = this.text;
        break;
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        this.enter(token === TokenType.LEFT_BRACKET);
        break;
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        this.open.pop();
        break;
      default:
    }
  }

  private enter(isList: boolean): void {
    const depth = this.open.length;
    this.open.push({ isList, key: '' });
    if (depth > MAX_DEPTH) return;
    const above = this.open.slice(0, depth);
    const names = above.filter((each) => !each.isList).map(({ key }) => key);
    const isListName = names.length === 1 || (names.length === 2 && names[0] === 'data');
    const isInList = depth > 0 && depth === names.length + 1 && above.at(-1)?.isList;
    if (depth === 0) {
      if (isList) this.shape = { path: '$.*', isKeyed: false };
    } else if (isList) {
      // it may be empty
      if (isListName && depth === names.length && LIST_NAMES.includes(names.at(-1) ?? ''))
        this.shape = listAt(...names);
    } else if (isInList) {
      if (isListName) this.shape = listAt(...names);
    } else if (depth === 1 && names[0] !== 'data') {
      this.hasObjects = true;
      if (CODE.test(names[0] ?? '')) this.shape = { path: '$.*', isKeyed: true };
    }
  }
}

/** A dot would part a name in two. */
const listAt = (...names: string[]): Shape => ({
  path: ['$', ...names.map((name) => (name === '' || name.includes('.') ? '*' : name)), '*'].join('.'),
  isKeyed: false,
});

/** Whether an object is no record, but holds some: in a list, or each under its code. */
export function holdsRecords(object: Record<string, unknown>): boolean {
  const values = Object.values(object);
  if (LIST_NAMES.some((name) => Array.isArray(object[name]))) return true;
  if (!('items' in object) && isObject(object.data)) return holdsRecords(object.data);
  if (values.length > 0 && values.every(isObject)) return true;
  if ('code' in object || 'name' in object) return false;
  return values.some((value) => Array.isArray(value) && value.length > 0 && value.every(isObject));
}

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
    const shape = reader ? undefined : finder.find(chunk, pending.length > HEAD_BYTES);
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
  private readonly startLines: number[] = [];
  /** Characters since the last record. */
  private length = 0;
  private readonly parser: JSONParser;

  private readonly isKeyed: boolean;

  constructor({ path, isKeyed }: Shape) {
    this.isKeyed = isKeyed;
    this.parser = new JSONParser({ paths: [path], keepStack: false });
    this.parser.onToken = (token) => this.onToken(token);
    this.parser.onValue = (element) => this.addRecord(element);
  }

  /** By lines, as the parser does not tell of them. */
  take(text: string): void {
    for (const part of text.split(/(?<=\n)/)) {
      this.length += part.length;
      if (this.length > LIMITS.markedUpRow) {
        throw new FileFault('rowTooLong', { line: this.startLines[this.depth] ?? this.line, limit: inKib(LIMITS.row) });
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

  private onToken({ token }: ParsedTokenInfo): void {
    const step = DEPTHS[token] ?? 0;
    if (step > 0) this.startLines[this.depth] = this.line;
    this.depth += step;
    if (this.depth > WRAPPERS + MAX_JSON_DEPTH)
      throw new FileFault('tooDeep', { line: this.line, limit: MAX_JSON_DEPTH });
  }

  private addRecord({ value, key, parent }: ParsedElementInfo): void {
    if (this.isKeyed ? !isObject(value) : !Array.isArray(parent)) return;
    const fields = toFields(value, this.line);
    const line = this.startLines[this.depth] ?? this.line;
    this.records.push({ line, fields: this.isKeyed ? { [KEY_COLUMN]: String(key), ...fields } : fields });
    this.length = 0;
  }
}
