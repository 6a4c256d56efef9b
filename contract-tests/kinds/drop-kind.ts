import { type CompletedContract, patternTag } from './complete-contract.ts';
import { ContractError, ContractText, parseYaml } from './contract-text.ts';
import { removeFromLists } from './kind-lists.ts';
import { type RecordKind, readKinds, readSchemas } from './record-kinds.ts';
import { bodyOf, itemsIn, type Span } from './yaml-lines.ts';

/** The contract without a kind: its tag, paths, places in lists, and every response and schema that only it needed. */
export function dropKind(source: string, tag: string): CompletedContract {
  const text = new ContractText(source);
  const kinds = readKinds(text, readSchemas(text));
  const kind = kinds.find((each) => each.tag === tag);
  if (!kind) throw new ContractError([`there is no kind ${tag}, only ${kinds.map((each) => each.tag).join(', ')}`]);
  if (tag === patternTag) throw new ContractError([`${tag} is the pattern for all other kinds and cannot be dropped`]);
  const unused = unusedComponents(text);
  removeFromLists(text, kind);
  removePaths(text, kind);
  removeTag(text, kind);
  removeComponents(text, (name) => !unused.has(name));
  expectNoReference(text, kind);
  parseYaml(text.toString());
  return { text: text.toString(), changes: [...text.changes] };
}

function removePaths(text: ContractText, { path }: RecordKind): void {
  for (const { key } of text.entries('paths').filter(({ key }) => key === path || key.startsWith(`${path}/`))) {
    const entry = text.get('paths', key);
    // The blank line before a path separates it from the one above.
    const start = text.lines[entry.start - 1] === '' ? entry.start - 1 : entry.start;
    text.replace({ start, end: entry.end }, [], `path ${key}`);
  }
}

function removeTag(text: ContractText, { tag }: RecordKind): void {
  const isOwn = (item: Span) => text.lines[item.start]?.trim() === `- name: ${tag}`;
  const item = itemsIn(text.lines, bodyOf(text.get('tags'))).find(isOwn);
  if (item) text.replace(item, [], `tag ${tag}`);
}

const sections = ['responses', 'schemas'] as const;

/** The responses and schemas that nothing refers to. */
function unusedComponents(text: ContractText): Set<string> {
  const whole = text.toString();
  const names = sections.flatMap((section) =>
    text.entries('components', section).map(({ key }) => `${section}/${key}`),
  );
  return new Set(names.filter((name) => !whole.includes(`#/components/${name}'`)));
}

/** Removes those that are unused, again and again, as what one of them refers to may be unused then. */
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

function expectNoReference(text: ContractText, { tag, schema }: RecordKind): void {
  const named = new RegExp(`x-reference: ${tag}\\b|#/components/(schemas|responses)/${schema}(Write)?'`);
  const faults = text.lines.flatMap((line, at) => (named.test(line) ? [`line ${at + 1}: ${line.trim()}`] : []));
  if (faults.length > 0) throw new ContractError([`kind ${tag} is still referred to; change this first`, ...faults]);
}
