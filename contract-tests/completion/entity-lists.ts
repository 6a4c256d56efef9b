import { entityPermissions } from '../rules/permissions.ts';
import type { ContractText } from './contract-text.ts';
import type { EntityDefinition } from './entity-definitions.ts';
import { appendItems, indentOf } from './yaml-lines.ts';

/** A list in the contract that has items for every entity, or for those of some kind. */
interface EntityList {
  name: string;
  keys: string[];
  /** The items of an entity: the parsed value, or the key in a mapping, and the text to write. */
  itemsOf: (entity: EntityDefinition) => { value: unknown; text: string }[];
}

const schemas = ['components', 'schemas'];
const review = [...schemas, 'Settings', 'properties', 'review'];
const settingsBody = ['paths', '/api/v1/system-config', 'put', 'requestBody', 'content', 'application/json'];

const entityLists: EntityList[] = [
  {
    name: 'the enum of Entity',
    keys: [...schemas, 'Entity', 'enum'],
    itemsOf: ({ tag }) => [{ value: tag, text: tag }],
  },
  {
    name: 'the enum of ViewedList',
    keys: [...schemas, 'ViewedList', 'enum'],
    itemsOf: ({ tag }) => [{ value: tag, text: tag }],
  },
  {
    name: 'the enum of LocatedEntity',
    keys: [...schemas, 'LocatedEntity', 'enum'],
    itemsOf: ({ tag, record: { properties = {} } }) =>
      properties.latitude && properties.longitude ? [{ value: tag, text: tag }] : [],
  },
  {
    name: 'the enum of PermissionName',
    keys: [...schemas, 'PermissionName', 'enum'],
    itemsOf: ({ tag }) => entityPermissions(tag).map((value) => ({ value, text: `'${value}'` })),
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
    itemsOf: (entity) => [{ value: entity.tag, text: `${entity.tag}: ${entity.review}` }],
  },
];

/** Appends missing entities to the lists of all entities. Existing items keep their positions. */
export function completeLists(text: ContractText, entities: EntityDefinition[]): void {
  for (const { name, keys, itemsOf } of entityLists) {
    const entry = text.get(...keys);
    const lines = text.read(entry);
    const members = membersOf(text.parse(...keys));
    const missingItems = entities.flatMap(itemsOf).filter(({ value }) => !members.has(JSON.stringify(value)));
    const texts = missingItems.map((item) => item.text);
    if (texts.length > 0) text.replace(entry, append(lines, texts), name);
  }
}

/** Removes an entity from the lists of all entities. */
export function removeFromLists(text: ContractText, entity: EntityDefinition): void {
  for (const { name, keys, itemsOf } of entityLists) {
    const entry = text.get(...keys);
    const before = text.read(entry).join('\n');
    const after = itemsOf(entity).reduce((list, item) => removeItem(list, item.text), before);
    text.replace(entry, after.split('\n'), name);
  }
}

/** Removes an item's line from a block, or the item with one comma from a flow list or mapping. */
function removeItem(list: string, item: string): string {
  const lines = list.split('\n');
  const otherLines = lines.filter((line) => line.trim() !== item);
  if (otherLines.length < lines.length) return otherLines.join('\n');
  const literal = item.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return list
    .replace(new RegExp(`,\\s*${literal}(?=\\s*[,\\]}])`), '')
    .replace(new RegExp(`(?<=[[{]\\s*)${literal},\\s*`), '');
}

/** Returns the items of a list or the keys of a mapping, as JSON. */
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
