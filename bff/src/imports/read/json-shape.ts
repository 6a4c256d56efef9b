import { type ParsedTokenInfo, Tokenizer, TokenType } from '@streamparser/json';
import { isObject } from './records.ts';

/** Where the records of a JSON text stand, as a path of the parser. */
export interface Shape {
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
export class ShapeFinder {
  private readonly tokenizer = new Tokenizer();
  private shape: Shape | undefined;
  /** What is open, from the outermost on: `[`, or `{` with the key that was read there last. */
  private readonly open: { isList: boolean; key: string }[] = [];
  private text = '';
  private hasObjects = false;
  private isBroken = false;

  constructor() {
    this.tokenizer.onToken = (token) => this.follow(token);
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

  private follow({ token, value }: ParsedTokenInfo): void {
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
    const isUsual = names.length === 1 || (names.length === 2 && names[0] === 'data');
    const isInList = depth > 0 && depth === names.length + 1 && above.at(-1)?.isList;
    if (depth === 0) {
      if (isList) this.shape = { path: '$.*', isKeyed: false };
    } else if (isList) {
      // it may be empty
      if (isUsual && depth === names.length && LIST_NAMES.includes(names.at(-1) ?? '')) this.shape = listAt(...names);
    } else if (isInList) {
      if (isUsual) this.shape = listAt(...names);
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
