import { entityRoutes } from '../contract/entities.ts';
import { ContractError, type ContractText } from './contract-text.ts';
import type { EntityDefinition } from './entity-definitions.ts';
import { anchorOf, withoutExamples } from './examples.ts';
import { withoutFilters } from './parameters.ts';
import { bodyOf, entriesIn } from './yaml-lines.ts';

/** An operation of the pattern, or the parameters that the operations of a path share. */
export interface EntityTemplate {
  key: string;
  /** Undefined for parameters. */
  operationId: string | undefined;
  lines: string[];
}

/** The operations of one path, which is relative to the path of the entity. */
export interface TemplatePath {
  suffix: string;
  members: EntityTemplate[];
}

export interface TemplateComponent {
  section: 'responses' | 'schemas';
  name: string;
  lines: string[];
}

/** The operations, responses and schemas of one entity, without its filters, and with aliases instead of its examples. */
export interface Pattern {
  entity: EntityDefinition;
  paths: TemplatePath[];
  components: TemplateComponent[];
}

export function readTemplate(text: ContractText, entity: EntityDefinition): Pattern {
  const paths = suffixes().map((suffix) => {
    const path = text.find('paths', entity.path + suffix);
    if (!path) throw new ContractError([`openapi.yaml has no ${entity.path}${suffix}, the pattern for all entities`]);
    const members = entriesIn(text.lines, bodyOf(path))
      .filter(({ key }) => key === 'parameters' || followsPattern(key, suffix))
      .map((entry) => readMember(entry.key, withoutExamples(text.read(entry), anchorsOf(entity))));
    return { suffix, members };
  });
  const components = (['responses', 'schemas'] as const).flatMap((section) =>
    text
      .entries('components', section)
      .filter(({ key }) => key.startsWith(entity.schema))
      .map((entry) => ({ section, name: entry.key, lines: text.read(entry) })),
  );
  return { entity, paths, components };
}

/** Returns the responses and schemas that operations refer to, directly or indirectly, in the order of the document. */
export function componentsReachedFrom(
  operations: EntityTemplate[],
  { entity, components }: Pattern,
): TemplateComponent[] {
  const closure = new Set<TemplateComponent>();
  const visit = (lines: string[]): void => {
    const text = lines.join('\n');
    for (const component of components) {
      if (closure.has(component) || isWrittenByHand(entity, component)) continue;
      if (!text.includes(`#/components/${component.section}/${component.name}'`)) continue;
      closure.add(component);
      visit(component.lines);
    }
  };
  for (const { lines } of operations) visit(lines);
  return components.filter((component) => closure.has(component));
}

/** Creates a function that replaces the names of the pattern by those of an entity. One pass avoids replacing them twice. */
export function renamerFor(entity: EntityDefinition, { entity: pattern }: Pattern): (text: string) => string {
  const replacements: [string, string][] = [
    [`(?<=[*&])${anchorOf(pattern.schema)}`, anchorOf(entity.schema)],
    [pattern.plural, entity.plural],
    [pattern.schema, entity.schema],
    [`(?<=\\[)${pattern.tag}(?=\\])`, entity.tag],
    [`\\b${pattern.tag}(?=:[a-z])`, entity.tag],
    [`\\b${pattern.one}\\b`, entity.one],
    [`\\b${pattern.many}\\b`, entity.many],
    [`\\b${withoutArticle(pattern.one)}\\b`, withoutArticle(entity.one)],
    [`(?<=\\bid: )${pattern.exampleId}\\b`, String(entity.exampleId)],
    ['(?<=^ *changes: \\[)/\\w+', changedField(entity)],
  ];
  const anyWord = new RegExp(replacements.map(([word]) => `(${word})`).join('|'), 'g');
  return (text) =>
    text.replace(anyWord, (match, ...groups: unknown[]) => replacements[groups.indexOf(match)]?.[1] ?? match);
}

/** Returns the pointer of the field that the example of a proposal changes. */
function changedField({ write }: EntityDefinition): string {
  const fields = Object.entries(write.properties ?? {}).filter(([, property]) => !property['x-read-only']);
  return `/${write.properties?.name ? 'name' : fields.at(-1)?.[0]}`;
}

/** Returns the ids of the operations that an entity gets from the pattern. */
export function operationIds(pattern: Pattern, rename: (text: string) => string): string[] {
  return pattern.paths.flatMap(({ members }) => members.flatMap(({ operationId }) => rename(operationId ?? '') || []));
}

function suffixes(): string[] {
  return [...new Set(Object.values(entityRoutes).map(([, suffix]) => suffix))];
}

function followsPattern(key: string, suffix: string): boolean {
  return Object.values(entityRoutes).some(([method, routeSuffix]) => method === key && routeSuffix === suffix);
}

function readMember(key: string, lines: string[]): EntityTemplate {
  const operationId = lines.map((line) => line.match(/^ {6}operationId: (\w+)$/)?.[1]).find(Boolean);
  return { key, operationId, lines: withoutFilters(lines) };
}

function anchorsOf({ schema }: EntityDefinition): string[] {
  return [schema, `${schema}Write`].map(anchorOf);
}

function isWrittenByHand({ schema }: EntityDefinition, { section, name }: TemplateComponent): boolean {
  return section === 'schemas' && (name === schema || name === `${schema}Write`);
}

function withoutArticle(words: string): string {
  return words.replace(/^an? /, '');
}
