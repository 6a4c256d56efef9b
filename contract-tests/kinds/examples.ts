import { ContractError, type ContractText } from './contract-text.ts';
import type { RecordKind } from './record-kinds.ts';
import { bodyOf, indentOf, indentTo, itemsIn } from './yaml-lines.ts';

/** The lines of a kind's examples by their anchors, the first line without indentation. */
export type Examples = Map<string, string[]>;

/** The name in the anchor of a schema's example: `&trainStation` of TrainStation. */
export function anchorOf(schema: string): string {
  return schema.charAt(0).toLowerCase() + schema.slice(1);
}

export function readExamples(text: ContractText, { tag, schema }: RecordKind): Examples {
  return new Map(
    [schema, `${schema}Write`].map((name) => {
      const [item] = itemsIn(text.lines, bodyOf(text.get('components', 'schemas', name, 'examples')));
      if (!item) throw new ContractError([`kind ${tag}: write the examples of ${name} as a block list`]);
      const [first = '', ...others] = text.read(item);
      return [anchorOf(name), indentTo([first.replace('-', ' '), ...others], 0)];
    }),
  );
}

/** Lines with an alias wherever one of these anchors and its example stood. */
export function withoutExamples(lines: readonly string[], anchors: string[]): string[] {
  let exampleIndent = Number.POSITIVE_INFINITY;
  return lines.flatMap((line) => {
    if (indentOf(line) > exampleIndent) return [];
    const anchor = anchors.find((name) => line.endsWith(` &${name}`));
    exampleIndent = anchor ? indentOf(line) : Number.POSITIVE_INFINITY;
    return [anchor ? line.replace(/&\w+$/, `*${anchor}`) : line];
  });
}

/** Blocks in the order of the document, with each example written out, behind its anchor, where it is first used. */
export function withExamples<T extends { lines: string[] }>(blocks: T[], examples: Examples): T[] {
  const toWrite = new Map(examples);
  const writeFirst = (line: string): string[] => {
    const anchor = [...toWrite.keys()].find((name) => new RegExp(`\\*${name}\\b`).test(line));
    if (anchor === undefined) return [line];
    if (!line.endsWith(` *${anchor}`)) {
      const reason = 'since the example is written there, nothing else may stand in its line:';
      throw new ContractError([`*${anchor} is first used where it cannot be written out; ${reason} ${line.trim()}`]);
    }
    const example = toWrite.get(anchor) ?? [];
    toWrite.delete(anchor);
    return [line.replace(`*${anchor}`, `&${anchor}`), ...indentTo(example, indentOf(line) + 2)];
  };
  return blocks.map((block) => ({ ...block, lines: block.lines.flatMap(writeFirst) }));
}
