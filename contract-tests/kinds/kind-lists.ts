import { kindPermissions } from '../rules/permissions.ts';
import type { ContractText } from './contract-text.ts';
import type { RecordKind } from './record-kinds.ts';
import { appendItems, indentOf } from './yaml-lines.ts';

/** A place of the contract that lists every kind of record. */
interface KindList {
  name: string;
  keys: string[];
  /** What stands there for a kind: the value as it is read, of a mapping its key, and the text as it is written. */
  itemsOf: (kind: RecordKind) => { value: unknown; text: string }[];
}

const schemas = ['components', 'schemas'];
const review = [...schemas, 'Settings', 'properties', 'review'];
const settingsBody = ['paths', '/api/v1/system-config', 'put', 'requestBody', 'content', 'application/json'];

const kindLists: KindList[] = [
  {
    name: 'the enum of Entity',
    keys: [...schemas, 'Entity', 'enum'],
    itemsOf: ({ tag }) => [{ value: tag, text: tag }],
  },
  {
    name: 'the enum of PermissionName',
    keys: [...schemas, 'PermissionName', 'enum'],
    itemsOf: ({ tag }) => kindPermissions(tag).map((value) => ({ value, text: `'${value}'` })),
  },
  {
    name: 'the schemas of AnyRecord',
    keys: [...schemas, 'AnyRecord', 'anyOf'],
    itemsOf: ({ schema }) => {
      const $ref = `#/components/schemas/${schema}`;
      return [{ value: { $ref }, text: `- { $ref: '${$ref}' }` }];
    },
  },
  {
    name: 'the required members of Settings.review',
    keys: [...review, 'required'],
    itemsOf: ({ tag }) => [{ value: tag, text: tag }],
  },
  {
    name: 'the properties of Settings.review',
    keys: [...review, 'properties'],
    itemsOf: ({ tag }) => [{ value: tag, text: `${tag}: { $ref: '#/components/schemas/Review' }` }],
  },
  {
    name: 'review in the example of updateSettings',
    keys: [...settingsBody, 'example', 'review'],
    itemsOf: (kind) => [{ value: kind.tag, text: `${kind.tag}: ${kind.review}` }],
  },
];

/** Adds kinds to the lists of all kinds where they are missing, at the end; what is there keeps its place. */
export function completeLists(text: ContractText, kinds: RecordKind[]): void {
  for (const { name, keys, itemsOf } of kindLists) {
    const entry = text.get(...keys);
    const lines = text.read(entry);
    const members = membersOf(text.parse(...keys));
    const missingItems = kinds.flatMap(itemsOf).filter(({ value }) => !members.has(JSON.stringify(value)));
    const texts = missingItems.map((item) => item.text);
    if (texts.length > 0) text.replace(entry, append(lines, texts), name);
  }
}

/** Takes a kind out of the lists of all kinds. */
export function removeFromLists(text: ContractText, kind: RecordKind): void {
  for (const { name, keys, itemsOf } of kindLists) {
    const entry = text.get(...keys);
    const before = text.read(entry).join('\n');
    const after = itemsOf(kind).reduce((list, item) => removeItem(list, item.text), before);
    text.replace(entry, after.split('\n'), name);
  }
}

/** From a block its line; from a flow list or mapping what stands from the comma before it, or after it where it is the first. */
function removeItem(list: string, item: string): string {
  const lines = list.split('\n');
  const rest = lines.filter((line) => line.trim() !== item);
  if (rest.length < lines.length) return rest.join('\n');
  const literal = item.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return list
    .replace(new RegExp(`,\\s*${literal}(?=\\s*[,\\]}])`), '')
    .replace(new RegExp(`(?<=[[{]\\s*)${literal},\\s*`), '');
}

/** The items of a list or the keys of a mapping, as JSON. */
function membersOf(value: unknown): Set<string> {
  const members: unknown[] = Array.isArray(value) ? value : Object.keys(Object(value));
  return new Set(members.map((member) => JSON.stringify(member)));
}

function append(lines: string[], texts: string[]): string[] {
  const isBlock = lines[0]?.endsWith(':');
  if (!isBlock) return appendItems(lines, texts);
  const indent = ' '.repeat(indentOf(lines.at(-1) ?? ''));
  return [...lines, ...texts.map((item) => indent + item)];
}
