import { JSONParser, type ParsedElementInfo, type ParsedTokenInfo, Tokenizer, TokenType } from '@streamparser/json';
import { MAX_JSON_DEPTH } from '#http/bodies.ts';
import { FileFault } from '../file-model.ts';
import { HEAD_BYTES, LIMITS, toKib } from './limits.ts';
import { type FileRecord, isObject, toFields } from './records.ts';

/** The path to the records of a JSON text, for the parser. */
interface RecordPath {
  path: string;
  /** The records are members of an object, with their codes as keys. */
  isKeyed: boolean;
}

/** Records are searched down to this depth. */
const MAX_PATH_DEPTH = 3;

const LIST_NAMES = ['items', 'data'];

/** Matches keys such as `PEK` or `00AK`, but not the names of lists and metadata. */
const CODE = /^(?!DATA$)[A-Z0-9][A-Z0-9-]*$/;

/** Finds the path to the records from the beginning of a JSON text. */
class RecordPathFinder {
  private readonly tokenizer = new Tokenizer();
  private recordPath: RecordPath | undefined;
  /** The open lists and objects from the outermost on, each object with its latest key. */
  private readonly openLevels: { isList: boolean; key: string }[] = [];
  private text = '';
  private hasObjects = false;
  private isBroken = false;

  constructor() {
    this.tokenizer.onToken = (token) => this.onToken(token);
    // `JsonReader` reports the error with its line
    this.tokenizer.onError = () => {
      this.isBroken = true;
    };
  }

  /** Returns undefined if more text is needed, unless this is the last chunk to search. */
  find(chunk: string, isLastChunk: boolean): RecordPath | undefined {
    if (!this.isBroken) this.tokenizer.write(chunk);
    return this.recordPath ?? (isLastChunk || this.isBroken ? this.guess() : undefined);
  }

  guess(): RecordPath {
    return this.recordPath ?? (this.hasObjects ? { path: '$.*', isKeyed: true } : listPath('items'));
  }

  private onToken({ token, value }: ParsedTokenInfo): void {
    if (this.recordPath) return;
    const innermost = this.openLevels.at(-1);
    switch (token) {
      case TokenType.STRING:
        this.text = String(value);
        break;
      case TokenType.COLON:
        if (innermost) innermost.key = this.text;
        break;
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        this.enter(token === TokenType.LEFT_BRACKET);
        break;
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        this.openLevels.pop();
        break;
      default:
    }
  }

  private enter(isList: boolean): void {
    const depth = this.openLevels.length;
    this.openLevels.push({ isList, key: '' });
    if (depth > MAX_PATH_DEPTH) return;
    const ancestors = this.openLevels.slice(0, depth);
    const names = ancestors.filter((level) => !level.isList).map(({ key }) => key);
    const isListName = names.length === 1 || (names.length === 2 && names[0] === 'data');
    const isInList = depth > 0 && depth === names.length + 1 && ancestors.at(-1)?.isList;
    if (depth === 0) {
      if (isList) this.recordPath = { path: '$.*', isKeyed: false };
    } else if (isList) {
      // the list counts even if it is empty
      if (isListName && depth === names.length && LIST_NAMES.includes(names.at(-1) ?? ''))
        this.recordPath = listPath(...names);
    } else if (isInList) {
      if (isListName) this.recordPath = listPath(...names);
    } else if (depth === 1 && names[0] !== 'data') {
      this.hasObjects = true;
      if (CODE.test(names[0] ?? '')) this.recordPath = { path: '$.*', isKeyed: true };
    }
  }
}

/** A wildcard replaces names with a dot, which would split the path. */
const listPath = (...names: string[]): RecordPath => ({
  path: ['$', ...names.map((name) => (name === '' || name.includes('.') ? '*' : name)), '*'].join('.'),
  isKeyed: false,
});

/** Whether an object is not a record itself but contains records in a list or under their codes. */
export function containsRecords(object: Record<string, unknown>): boolean {
  const values = Object.values(object);
  if (LIST_NAMES.some((name) => Array.isArray(object[name]))) return true;
  if (!('items' in object) && isObject(object.data)) return containsRecords(object.data);
  if (values.length > 0 && values.every(isObject)) return true;
  if ('code' in object || 'name' in object) return false;
  return values.some((value) => Array.isArray(value) && value.length > 0 && value.every(isObject));
}

/** The column for the keys of keyed records. */
const KEY_COLUMN = '(key)';

/** Levels around a record in the deepest path. */
const MAX_WRAPPER_LEVELS = 3;

const DEPTH_CHANGES: Partial<Record<TokenType, number>> = {
  [TokenType.LEFT_BRACE]: 1,
  [TokenType.LEFT_BRACKET]: 1,
  [TokenType.RIGHT_BRACE]: -1,
  [TokenType.RIGHT_BRACKET]: -1,
};

/**
 * Yields the records of a JSON text, each with the line where it begins. The records are a list, a list within an object, or members of
 * an object with their codes as keys. @throws FileFault notJson, truncated, rowTooLong
 */
export async function* jsonRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord[]> {
  const finder = new RecordPathFinder();
  let reader: JsonReader | undefined;
  let pending = '';
  for await (const chunk of text) {
    pending += chunk;
    const recordPath = reader ? undefined : finder.find(chunk, pending.length > HEAD_BYTES);
    if (recordPath) reader = new JsonReader(recordPath);
    if (!reader) continue;
    reader.write(pending);
    pending = '';
    if (reader.records.length > 0) yield reader.records.splice(0);
  }
  if (!reader && pending.trim() === '') return;
  reader ??= new JsonReader(finder.guess());
  reader.write(pending);
  reader.end();
  yield reader.records;
}

class JsonReader {
  readonly records: FileRecord[] = [];
  private line = 1;
  private depth = 0;
  /** The line where the latest value at each depth began. */
  private readonly startLines: number[] = [];
  /** Characters since the last record. */
  private lengthSinceRecord = 0;
  private readonly parser: JSONParser;
  private readonly isKeyed: boolean;

  constructor({ path, isKeyed }: RecordPath) {
    this.isKeyed = isKeyed;
    this.parser = new JSONParser({ paths: [path], keepStack: false });
    this.parser.onToken = (token) => this.onToken(token);
    this.parser.onValue = (element) => this.addRecord(element);
  }

  /** Feeds the parser line by line, as it does not report lines itself. */
  write(text: string): void {
    for (const part of text.split(/(?<=\n)/)) {
      this.lengthSinceRecord += part.length;
      if (this.lengthSinceRecord > LIMITS.markedUpRow) {
        throw new FileFault('rowTooLong', { line: this.startLines[this.depth] ?? this.line, limit: toKib(LIMITS.row) });
      }
      this.parse(() => this.parser.write(part), new FileFault('notJson', { line: this.line }));
      if (part.endsWith('\n')) this.line++;
    }
  }

  end(): void {
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
    const depthChange = DEPTH_CHANGES[token] ?? 0;
    if (depthChange > 0) this.startLines[this.depth] = this.line;
    this.depth += depthChange;
    if (this.depth > MAX_WRAPPER_LEVELS + MAX_JSON_DEPTH)
      throw new FileFault('tooDeep', { line: this.line, limit: MAX_JSON_DEPTH });
  }

  private addRecord({ value, key, parent }: ParsedElementInfo): void {
    if (this.isKeyed ? !isObject(value) : !Array.isArray(parent)) return;
    const fields = toFields(value, this.line);
    const line = this.startLines[this.depth] ?? this.line;
    this.records.push({ line, fields: this.isKeyed ? { [KEY_COLUMN]: String(key), ...fields } : fields });
    this.lengthSinceRecord = 0;
  }
}
