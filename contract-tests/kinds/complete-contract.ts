import { ContractError, ContractText, parseYaml } from './contract-text.ts';
import { type Block, blocksOf } from './kind-blocks.ts';
import { completeLists } from './kind-lists.ts';
import { operationIds, type Pattern, readPattern, renameTo } from './pattern.ts';
import { type RecordKind, readKinds, readSchemas } from './record-kinds.ts';

/** The kind whose operations, responses and schemas are the pattern for all others. */
export const patternTag = 'country';

export interface CompletedContract {
  text: string;
  /** The operations, responses, schemas and lists that were missing or differed. */
  changes: string[];
}

/** The contract with everything in it that follows from the pattern and from what tags and schemas say of each kind. */
export function completeContract(source: string): CompletedContract {
  const text = new ContractText(source);
  const schemas = readSchemas(text);
  const kinds = readKinds(text, schemas);
  const patternKind = kinds.find(({ tag }) => tag === patternTag);
  if (!patternKind) throw new ContractError([`openapi.yaml has no kind ${patternTag}, the pattern for all others`]);
  const pattern = readPattern(text, patternKind);
  const faults = kinds.flatMap((kind) => ownOperationFaults(kind, pattern));
  if (faults.length > 0) throw new ContractError(faults);
  placeBlocks(text, new Map(kinds.map((kind) => [kind, blocksOf(kind, pattern, text, schemas)])));
  completeLists(text, kinds);
  // A text that is no YAML is not written, whether the mistake was there before or is this tool's.
  if (text.changes.size > 0) parseYaml(text.toString());
  return { text: text.toString(), changes: [...text.changes] };
}

/** Undefined where nothing has drifted. */
export function driftMessage(changes: string[]): string | undefined {
  if (changes.length === 0) return undefined;
  const head =
    'openapi.yaml differs from what follows from its pattern, tags and schemas; run `npm run contract`. It would write';
  return [head, ...changes].join('\n  ');
}

function ownOperationFaults(kind: RecordKind, pattern: Pattern): string[] {
  const known = operationIds(pattern, renameTo(kind, pattern));
  const unknown = kind.ownOperations.filter((name) => !known.includes(name));
  const ofPattern = kind === pattern.kind && kind.ownOperations.length > 0;
  return [
    ...unknown.map((name) => `kind ${kind.tag}: x-own-operations names ${name}, which is none of ${known.join(', ')}`),
    ...(ofPattern ? [`kind ${kind.tag}: drop x-own-operations, as it is the pattern for all others`] : []),
  ];
}

/** Puts the blocks of each kind where they stood, and those that were missing behind what the contract has of the kind. */
function placeBlocks(text: ContractText, blocksOfKinds: Map<RecordKind, Block[]>): void {
  const ofAllKinds = [...blocksOfKinds.values()].flat();
  for (const [{ schema }, blocks] of blocksOfKinds) {
    const handWritten = [schema, `${schema}Write`].map((name) => ['components', 'schemas', name]);
    const places = [[...handWritten, ...blocks.map(({ keys }) => keys)], ofAllKinds.map(({ keys }) => keys)];
    for (const block of blocks) placeBlock(text, block, places);
  }
}

/** `places` are those of the kind, and those of all kinds for where it has nothing yet. */
function placeBlock(text: ContractText, { keys, lines, name }: Block, places: string[][][]): void {
  const entry = text.find(...keys);
  const [section = '', member = ''] = keys;
  if (entry) text.replace(entry, lines, name);
  else if (section === 'paths') {
    if (!text.find(section, member)) text.insert(endOf(text, [section], places), ['', `  ${member}:`], name);
    text.insert(text.get(section, member).end, lines, name);
  } else text.insert(endOf(text, keys.slice(0, -1), places), lines, name);
}

/** The line behind the last entry of a section that the first places with any there name. */
function endOf(text: ContractText, section: string[], places: string[][][]): number {
  const prefix = section.join('\n');
  const names = places.map((group) =>
    group.filter((keys) => keys.slice(0, section.length).join('\n') === prefix).map((keys) => keys[section.length]),
  );
  const entries = names.map((group) => text.entries(...section).filter(({ key }) => group.includes(key)));
  const last = entries.flatMap((group) => group.at(-1) ?? [])[0];
  return (last ?? text.get(...section)).end;
}
