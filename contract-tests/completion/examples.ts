import { ContractError, type ContractText } from './contract-text.ts';
import type { EntityDefinition } from './entity-definitions.ts';
import { bodyOf, indentOf, indentTo, itemsIn } from './yaml-lines.ts';

/** The lines of an entity's examples by their anchors. The first line has no indentation. */
export type Examples = Map<string, string[]>;

/** Returns the anchor name of a schema's example: `trainStation` for TrainStation. */
export function anchorOf(schema: string): string {
  return schema.charAt(0).toLowerCase() + schema.slice(1);
}

export function readExamples(text: ContractText, { tag, schema }: EntityDefinition): Examples {
  return new Map(
    [schema, `${schema}Write`].map((name) => {
      const [item] = itemsIn(text.lines, bodyOf(text.get('components', 'schemas', name, 'examples')));
      if (!item) throw new ContractError([`entity ${tag}: write the examples of ${name} as a block list`]);
      const [firstLine = '', ...otherLines] = text.read(item);
      return [anchorOf(name), indentTo([firstLine.replace('-', ' '), ...otherLines], 0)];
    }),
  );
}

/** Replaces anchored examples by aliases. */
export function withoutExamples(lines: readonly string[], anchors: string[]): string[] {
  let exampleIndent = Number.POSITIVE_INFINITY;
  return lines.flatMap((line) => {
    if (indentOf(line) > exampleIndent) return [];
    const anchor = anchors.find((name) => line.endsWith(` &${name}`));
    exampleIndent = anchor ? indentOf(line) : Number.POSITIVE_INFINITY;
    return [anchor ? line.replace(/&\w+$/, `*${anchor}`) : line];
  });
}

/** Replaces the first alias of each example by the example with its anchor. Blocks must be in the order of the document. */
export function withExamples<T extends { lines: string[] }>(blocks: T[], examples: Examples): T[] {
  const unwrittenExamples = new Map(examples);
  const writeExample = (line: string): string[] => {
    const anchor = [...unwrittenExamples.keys()].find((name) => new RegExp(`\\*${name}\\b`).test(line));
    if (anchor === undefined) return [line];
    if (!line.endsWith(` *${anchor}`)) {
      const reason = 'the alias must be at the end of its line:';
      throw new ContractError([
        `*${anchor} is first used where the example cannot be inserted; ${reason} ${line.trim()}`,
      ]);
    }
    const example = unwrittenExamples.get(anchor) ?? [];
    unwrittenExamples.delete(anchor);
    return [line.replace(`*${anchor}`, `&${anchor}`), ...indentTo(example, indentOf(line) + 2)];
  };
  return blocks.map((block) => ({ ...block, lines: block.lines.flatMap(writeExample) }));
}
