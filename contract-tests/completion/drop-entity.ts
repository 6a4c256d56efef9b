import { type CompletedContract, TEMPLATE_TAG } from './complete-contract.ts';
import { ContractError, ContractText, parseYaml } from './contract-text.ts';
import { type EntityDefinition, readEntityDefinitions, readSchemas } from './entity-definitions.ts';
import { removeFromLists } from './entity-lists.ts';
import { bodyOf, itemsIn, type Span } from './yaml-lines.ts';

/** Removes an entity: its tag, its paths, its items in lists, and every response and schema that only it used. */
export function dropEntity(source: string, tag: string): CompletedContract {
  const text = new ContractText(source);
  const entities = readEntityDefinitions(text, readSchemas(text));
  const entity = entities.find((candidate) => candidate.tag === tag);
  if (!entity)
    throw new ContractError([
      `there is no entity ${tag}, only ${entities.map((candidate) => candidate.tag).join(', ')}`,
    ]);
  if (tag === TEMPLATE_TAG)
    throw new ContractError([`${tag} is the pattern for all other entities and cannot be dropped`]);
  const unused = unusedComponents(text);
  removeFromLists(text, entity);
  removePaths(text, entity);
  removeTag(text, entity);
  removeComponents(text, (name) => !unused.has(name));
  assertNotReferenced(text, entity);
  parseYaml(text.toString());
  return { text: text.toString(), changes: [...text.changes] };
}

function removePaths(text: ContractText, { path }: EntityDefinition): void {
  for (const { key } of text
    .entries('paths')
    .filter((entry) => entry.key === path || entry.key.startsWith(`${path}/`))) {
    const entry = text.get('paths', key);
    // The blank line before a path separates it from the previous path.
    const start = text.lines[entry.start - 1] === '' ? entry.start - 1 : entry.start;
    text.replace({ start, end: entry.end }, [], `path ${key}`);
  }
}

function removeTag(text: ContractText, { tag }: EntityDefinition): void {
  const isTagItem = (item: Span) => text.lines[item.start]?.trim() === `- name: ${tag}`;
  const item = itemsIn(text.lines, bodyOf(text.get('tags'))).find(isTagItem);
  if (item) text.replace(item, [], `tag ${tag}`);
}

const sections = ['responses', 'schemas'] as const;

/** Returns the responses and schemas that nothing refers to. */
function unusedComponents(text: ContractText): Set<string> {
  const document = text.toString();
  const names = sections.flatMap((section) =>
    text.entries('components', section).map(({ key }) => `${section}/${key}`),
  );
  return new Set(names.filter((name) => !document.includes(`#/components/${name}'`)));
}

/** Removes unused responses and schemas repeatedly, because removing one can make others unused. */
function removeComponents(text: ContractText, isRemoved: (name: string) => boolean): void {
  for (let unused = [...unusedComponents(text)].filter(isRemoved); unused.length > 0; ) {
    for (const name of unused) {
      const [section = '', key = ''] = name.split('/');
      const entry = text.get('components', section, key);
      text.replace(entry, [], `${section === 'schemas' ? 'schema' : 'response'} ${key}`);
    }
    unused = [...unusedComponents(text)].filter(isRemoved);
  }
}

function assertNotReferenced(text: ContractText, { tag, schema }: EntityDefinition): void {
  const referencePattern = new RegExp(`x-reference: ${tag}\\b|#/components/(schemas|responses)/${schema}(Write)?'`);
  const faults = text.lines.flatMap((line, index) =>
    referencePattern.test(line) ? [`line ${index + 1}: ${line.trim()}`] : [],
  );
  if (faults.length > 0)
    throw new ContractError([`entity ${tag} is still referred to; change these lines first`, ...faults]);
}
