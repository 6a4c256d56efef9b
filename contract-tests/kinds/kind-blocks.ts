import { entityShape } from '../contract/entities.ts';
import type { ContractText } from './contract-text.ts';
import { readExamples, withExamples } from './examples.ts';
import { filtersOf, withFilters, withSort } from './parameters.ts';
import { componentsReachedFrom, type Pattern, type PatternMember, renameTo } from './pattern.ts';
import type { RecordKind, Schemas } from './record-kinds.ts';

/** A part of the contract that a kind has by the pattern, and where it stands. */
export interface Block {
  keys: string[];
  /** What a message calls it. */
  name: string;
  lines: string[];
}

/** Everything that a kind has by the pattern, in the order of the document, but for operations of its own. */
export function blocksOf(kind: RecordKind, pattern: Pattern, text: ContractText, schemas: Schemas): Block[] {
  const rename = renameTo(kind, pattern);
  const filters = filtersOf(kind, text, schemas);
  const paths = pattern.paths.map(({ suffix, members }) => ({ suffix, members: withoutOwn(members, kind, rename) }));
  const operations = paths.flatMap(({ suffix, members }) =>
    members.map((member): Block => {
      const path = kind.path + suffix;
      const lines = withKindParameters(member.lines.map(rename), kind, filters, [member.key, suffix]);
      const name = member.operationId ? `operation ${rename(member.operationId)}` : `the parameters of ${path}`;
      return { keys: ['paths', path, member.key], name, lines };
    }),
  );
  const members = paths.flatMap((path) => path.members);
  const components = componentsReachedFrom(members, pattern).map(
    ({ section, name, lines }): Block => ({
      keys: ['components', section, rename(name)],
      name: `${section === 'schemas' ? 'schema' : 'response'} ${rename(name)}`,
      lines: lines.map(rename),
    }),
  );
  return withExamples([...operations, ...components], readExamples(text, kind));
}

/** The members of a path that follow the pattern; none where all its operations are the kind's own. */
function withoutOwn(members: PatternMember[], kind: RecordKind, rename: (text: string) => string): PatternMember[] {
  const others = members.filter(({ operationId = '' }) => !kind.ownOperations.includes(rename(operationId)));
  return others.some(({ operationId }) => operationId) ? others : [];
}

function withKindParameters(lines: string[], kind: RecordKind, filters: string[][], shape: string[]): string[] {
  const isList = shape.join() === entityShape.list.join();
  const isExport = shape.join() === entityShape.export.join();
  const sorted = isList ? withSort(lines, kind) : lines;
  return isList || isExport ? withFilters(sorted, filters) : sorted;
}
