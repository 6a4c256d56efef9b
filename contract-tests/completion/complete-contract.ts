import { ContractError, ContractText, parseYaml } from './contract-text.ts';
import { type Block, blocksOf } from './entity-blocks.ts';
import { type EntityDefinition, readEntityDefinitions, readSchemas } from './entity-definitions.ts';
import { completeLists } from './entity-lists.ts';
import { operationIds, type Pattern, readTemplate, renamerFor } from './pattern.ts';

/** The entity whose operations, responses and schemas are the pattern for all others. */
export const TEMPLATE_TAG = 'country';

export interface CompletedContract {
  text: string;
  /** The operations, responses, schemas and lists that were missing or differed. */
  changes: string[];
}

/** Writes everything into the contract that follows from the pattern and from the tag and schemas of each entity. */
export function completeContract(source: string): CompletedContract {
  const text = new ContractText(source);
  const schemas = readSchemas(text);
  const entities = readEntityDefinitions(text, schemas);
  const templateEntity = entities.find(({ tag }) => tag === TEMPLATE_TAG);
  if (!templateEntity)
    throw new ContractError([`openapi.yaml has no entity ${TEMPLATE_TAG}, the pattern for all others`]);
  const pattern = readTemplate(text, templateEntity);
  const faults = entities.flatMap((entity) => ownOperationFaults(entity, pattern));
  if (faults.length > 0) throw new ContractError(faults);
  writeBlocks(text, new Map(entities.map((entity) => [entity, blocksOf(entity, pattern, text, schemas)])));
  completeLists(text, entities);
  // Invalid YAML must not be written, no matter whether the source or this tool is at fault.
  if (text.changes.size > 0) parseYaml(text.toString());
  return { text: text.toString(), changes: [...text.changes] };
}

/** Returns an error message with the changes, or undefined if there are none. */
export function driftMessage(changes: string[]): string | undefined {
  if (changes.length === 0) return undefined;
  const headline =
    'openapi.yaml is not up to date with its pattern, tags and schemas; run `npm run contract`, which would write';
  return [headline, ...changes].join('\n  ');
}

function ownOperationFaults(entity: EntityDefinition, pattern: Pattern): string[] {
  const patternOperations = operationIds(pattern, renamerFor(entity, pattern));
  const unknownOperations = entity.ownOperations.filter((name) => !patternOperations.includes(name));
  const isPatternWithOwn = entity === pattern.entity && entity.ownOperations.length > 0;
  return [
    ...unknownOperations.map(
      (name) =>
        `entity ${entity.tag}: x-own-operations names ${name}, which is not one of ${patternOperations.join(', ')}`,
    ),
    ...(isPatternWithOwn ? [`entity ${entity.tag}: remove x-own-operations, as it is the pattern for all others`] : []),
  ];
}

/** Replaces the existing blocks of each entity, and inserts missing ones after its other blocks. */
function writeBlocks(text: ContractText, blocksByEntity: Map<EntityDefinition, Block[]>): void {
  const allBlocks = [...blocksByEntity.values()].flat();
  for (const [{ schema }, blocks] of blocksByEntity) {
    const handWritten = [schema, `${schema}Write`].map((name) => ['components', 'schemas', name]);
    const keyGroups = [[...handWritten, ...blocks.map(({ keys }) => keys)], allBlocks.map(({ keys }) => keys)];
    for (const block of blocks) writeBlock(text, block, keyGroups);
  }
}

/** A missing block is inserted after the last block of the first group that has any: the entity's own, then all entities'. */
function writeBlock(text: ContractText, { keys, lines, name }: Block, keyGroups: string[][][]): void {
  const entry = text.find(...keys);
  const [section = '', member = ''] = keys;
  if (entry) text.replace(entry, lines, name);
  else if (section === 'paths') {
    if (!text.find(section, member)) text.insert(sectionEnd(text, [section], keyGroups), ['', `  ${member}:`], name);
    text.insert(text.get(section, member).end, lines, name);
  } else text.insert(sectionEnd(text, keys.slice(0, -1), keyGroups), lines, name);
}

/** Returns the line after the last entry of a section that belongs to the first group with entries there. */
function sectionEnd(text: ContractText, section: string[], keyGroups: string[][][]): number {
  const prefix = section.join('\n');
  const names = keyGroups.map((group) =>
    group.filter((keys) => keys.slice(0, section.length).join('\n') === prefix).map((keys) => keys[section.length]),
  );
  const entries = names.map((group) => text.entries(...section).filter(({ key }) => group.includes(key)));
  const lastEntry = entries.flatMap((group) => group.at(-1) ?? [])[0];
  return (lastEntry ?? text.get(...section)).end;
}
