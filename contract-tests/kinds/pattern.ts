import { entityShape } from '../contract/entities.ts';
import { ContractError, type ContractText } from './contract-text.ts';
import { anchorOf, withoutExamples } from './examples.ts';
import { withoutFilters } from './parameters.ts';
import type { RecordKind } from './record-kinds.ts';
import { bodyOf, entriesIn } from './yaml-lines.ts';

/** An operation of the pattern, or the parameters that the operations of a path share. */
export interface PatternMember {
  key: string;
  /** Undefined for parameters. */
  operationId: string | undefined;
  lines: string[];
}

/** The operations of one path, which is relative to that of the kind. */
export interface PatternPath {
  suffix: string;
  members: PatternMember[];
}

export interface PatternComponent {
  section: 'responses' | 'schemas';
  name: string;
  lines: string[];
}

/** What every kind has, told of one of them: without its filters, and with aliases where its examples stand. */
export interface Pattern {
  kind: RecordKind;
  paths: PatternPath[];
  components: PatternComponent[];
}

export function readPattern(text: ContractText, kind: RecordKind): Pattern {
  const paths = suffixes().map((suffix) => {
    const path = text.find('paths', kind.path + suffix);
    if (!path) throw new ContractError([`openapi.yaml has no ${kind.path}${suffix}, the pattern for all kinds`]);
    const members = entriesIn(text.lines, bodyOf(path))
      .filter(({ key }) => key === 'parameters' || followsPattern(key, suffix))
      .map((entry) => readMember(entry.key, withoutExamples(text.read(entry), anchorsOf(kind))));
    return { suffix, members };
  });
  const components = (['responses', 'schemas'] as const).flatMap((section) =>
    text
      .entries('components', section)
      .filter(({ key }) => key.startsWith(kind.schema))
      .map((entry) => ({ section, name: entry.key, lines: text.read(entry) })),
  );
  return { kind, paths, components };
}

/** The responses and schemas that operations lead to, in the order of the document. */
export function componentsReachedFrom(operations: PatternMember[], { kind, components }: Pattern): PatternComponent[] {
  const closure = new Set<PatternComponent>();
  const visit = (lines: string[]): void => {
    const text = lines.join('\n');
    for (const component of components) {
      if (closure.has(component) || isWrittenByHand(kind, component)) continue;
      if (!text.includes(`#/components/${component.section}/${component.name}'`)) continue;
      closure.add(component);
      visit(component.lines);
    }
  };
  for (const { lines } of operations) visit(lines);
  return components.filter((component) => closure.has(component));
}

/** Gives text of the pattern the names and words of another kind, in one pass, as one's words may hold the other's. */
export function renameTo(kind: RecordKind, { kind: pattern }: Pattern): (text: string) => string {
  const words: [string, string][] = [
    [`(?<=[*&])${anchorOf(pattern.schema)}`, anchorOf(kind.schema)],
    [pattern.plural, kind.plural],
    [pattern.schema, kind.schema],
    [`(?<=\\[)${pattern.tag}(?=\\])`, kind.tag],
    [`\\b${pattern.tag}(?=:[a-z])`, kind.tag],
    [`\\b${pattern.one}\\b`, kind.one],
    [`\\b${pattern.many}\\b`, kind.many],
    [`\\b${withoutArticle(pattern.one)}\\b`, withoutArticle(kind.one)],
    [`(?<=\\bid: )${pattern.exampleId}\\b`, String(kind.exampleId)],
    ['(?<=^ *changes: \\[)/\\w+', changedField(kind)],
  ];
  const any = new RegExp(words.map(([word]) => `(${word})`).join('|'), 'g');
  return (text) => text.replace(any, (match, ...groups: unknown[]) => words[groups.indexOf(match)]?.[1] ?? match);
}

/** The field that the example of a proposal changes. */
function changedField({ write }: RecordKind): string {
  const fields = Object.entries(write.properties ?? {}).filter(([, property]) => !property['x-read-only']);
  return `/${write.properties?.name ? 'name' : fields.at(-1)?.[0]}`;
}

/** The identifiers of the operations that a kind has by the pattern. */
export function operationIds(pattern: Pattern, rename: (text: string) => string): string[] {
  return pattern.paths.flatMap(({ members }) => members.flatMap(({ operationId }) => rename(operationId ?? '') || []));
}

function suffixes(): string[] {
  return [...new Set(Object.values(entityShape).map(([, suffix]) => suffix))];
}

function followsPattern(key: string, suffix: string): boolean {
  return Object.values(entityShape).some((shape) => shape[0] === key && shape[1] === suffix);
}

function readMember(key: string, lines: string[]): PatternMember {
  const operationId = lines.map((line) => line.match(/^ {6}operationId: (\w+)$/)?.[1]).find(Boolean);
  return { key, operationId, lines: withoutFilters(lines) };
}

function anchorsOf({ schema }: RecordKind): string[] {
  return [schema, `${schema}Write`].map(anchorOf);
}

function isWrittenByHand({ schema }: RecordKind, { section, name }: PatternComponent): boolean {
  return section === 'schemas' && (name === schema || name === `${schema}Write`);
}

function withoutArticle(words: string): string {
  return words.replace(/^an? /, '');
}
